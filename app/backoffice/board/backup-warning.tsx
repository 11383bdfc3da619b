import type { BoardData } from '#contract/board.ts'
import { Icon } from '../../ui/icons.tsx'
import { longDate } from '../store-time.ts'

type Problem = NonNullable<BoardData['backup']>

const TITLES: Record<Problem['problem'], string> = {
  failed: 'El respaldo no se pudo hacer',
  unproved: 'El último respaldo no se pudo probar',
  old: 'Hace más de 36 horas que no hay un respaldo',
  'not-uploaded': 'El último respaldo no está en el bucket',
}

/** A problem with the shop's backups, and whom to tell (docs/product.md#backups). */
export const BackupWarning = ({ problem, at, error }: Problem) => (
  <div role="note" className="flex gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink print:hidden">
    <Icon name="warning" className="size-5" />
    <div className="min-w-0 wrap-anywhere">
      <p className="font-semibold">{TITLES[problem]}</p>
      {error && <p>{error}</p>}
      <p>
        {at ? `El último que hay es del ${longDate(at)}.` : 'Todavía no hay ninguno.'} Avisa a quien cuida el
        servidor: la tienda lo intenta de nuevo por sí misma, y «npm run backup» hace uno ahora.
      </p>
    </div>
  </div>
)
