import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'

/** 'Aplicar los seguros': matches all sure transfers after one question. */
export function ApplySure({
  count,
  statement,
  onApplied,
}: {
  count: number
  /** The id of the statement whose transfers are shown; empty for all. */
  statement: string
  onApplied: () => Promise<unknown>
}) {
  const { run, working } = useAction(
    async () => {
      const { message } = await browserApi.applySure({ body: { statement: statement || undefined } })
      await onApplied()
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    },
    {
      ask: () =>
        notice.confirm({
          title:
            count === 1 ? '¿Aplicar el pago seguro?' : `¿Aplicar los ${formatWhole(count)} pagos seguros?`,
          text: `Sus pedidos quedan pagados y cada cliente recibe un correo.${statement ? ' Son los de esta cartola.' : ''}\nEn «Asignados» puedes deshacer cualquiera.`,
          icon: 'info',
          confirm: 'Aplicar',
        }),
      onRefused: ({ message }) => notice.error(message),
    },
  )
  return (
    <Button
      icon="check"
      loading={working}
      data-apply-sure
      className="max-sm:col-span-full"
      onClick={() => run()}
    >
      Aplicar los seguros ({formatWhole(count)})
    </Button>
  )
}
