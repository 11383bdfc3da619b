import { BANK_NAMES, type BankStatement } from '#contract/payments.ts'
import { counted, formatPrice, formatWhole } from '#domain/price.ts'
import { orderMoment, writtenDay } from '../../orders/order-date.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icons.tsx'

/** A statement's contents: its period, the number of its transfers by state, gaps in its balance, and unreadable rows. */
export function StatementCard({
  statement,
  message,
  onClose,
}: {
  statement: BankStatement
  /** The answer to the upload, announced to screen readers. */
  message: string | undefined
  onClose: () => void
}) {
  const { fileName, account, actor, createdAt, gaps, refused } = statement
  const figures: [string, number][] = [
    ['Abonos', statement.credits],
    ['Seguros', statement.sure],
    ['Por decidir', statement.proposed],
    ['Sin pedido', statement.unknown],
    ['Asignados', statement.matched],
  ]
  if (statement.aside > 0) figures.push(['Apartados', statement.aside])
  if (statement.repeated > 0) figures.push(['Repetidos', statement.repeated])
  return (
    <section aria-label="Cartola" className="card grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg leading-snug">{titleOf(statement)}</h2>
          <p className="wrap-anywhere text-sm text-soft">
            {account && `Cuenta ${account} · `}
            {fileName} · {actor && `${actor}, `}
            <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
              {orderMoment(createdAt)}
            </time>
          </p>
          <p role="status" className="sr-only">
            {message}
          </p>
        </div>
        <IconButton icon="close" label="Ver todas las cartolas" onClick={onClose} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2">
        {figures.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse rounded-lg bg-mint px-3 py-2">
            <dt className="text-sm">{name}</dt>
            <dd className="font-bold text-lg tabular-nums">{formatWhole(count)}</dd>
          </div>
        ))}
      </dl>
      {gaps.length > 0 && <Gaps gaps={gaps} />}
      {refused.length > 0 && (
        <details className="grid gap-3">
          <summary className="min-h-6 w-fit rounded-lg font-semibold text-coral">
            {counted(refused.length, 'fila no se pudo leer', 'filas no se pudieron leer')}
          </summary>
          <div className="mt-3 max-h-96 overflow-y-auto">
            <DataTable
              label="Filas que no se leyeron"
              columns={columns}
              rows={refused}
              rowKey={({ row, column }) => `${row} ${column}`}
              empty=""
              tableFrom="narrow"
            />
          </div>
        </details>
      )}
    </section>
  )
}

/** `Santander, 02/11/2026 al 30/11/2026`. */
export function titleOf({ bank, from, to }: BankStatement): string {
  const name = bank ? BANK_NAMES[bank] : 'Otro banco'
  if (!from) return name
  return from === to ? `${name}, ${writtenDay(from)}` : `${name}, ${writtenDay(from)} al ${writtenDay(to)}`
}

/** The most gaps that aren't folded: a file whose rows are out of order has hundreds. */
const FIRST_GAPS = 3

function Gaps({ gaps }: Pick<BankStatement, 'gaps'>) {
  const rest = gaps.slice(FIRST_GAPS)
  return (
    <div className="grid gap-1 rounded-lg bg-amber-pale p-3 text-amber-ink">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="warning" className="mt-0.5 size-5" />
        Los saldos no cuadran: puede faltar un movimiento en la cartola.
      </p>
      <div className="grid gap-1 pl-7">
        <GapList gaps={gaps.slice(0, FIRST_GAPS)} />
        {rest.length > 0 && (
          <details>
            <summary className="min-h-6 w-fit rounded-lg font-semibold">
              {rest.length === 1 ? 'Otra diferencia' : `Otras ${formatWhole(rest.length)} diferencias`}
            </summary>
            <GapList gaps={rest} />
          </details>
        )}
      </div>
    </div>
  )
}

const GapList = ({ gaps }: Pick<BankStatement, 'gaps'>) => (
  <ul className="grid gap-1">
    {gaps.map(({ after, missing }) => (
      <li key={`${after} ${missing}`} className="wrap-anywhere">
        Después de «{after}» {missing > 0 ? 'faltan abonos por' : 'faltan cargos por'}{' '}
        <strong className="tabular-nums">{formatPrice(Math.abs(missing))}</strong>
      </li>
    ))}
  </ul>
)

const columns: Columns<BankStatement['refused'][number]> = {
  row: { header: 'Fila', align: 'end', cell: ({ row }) => row, className: 'as-table:w-16' },
  column: { header: 'Columna', cell: ({ column }) => column, className: 'wrap-anywhere' },
  value: {
    header: 'Valor',
    cell: ({ value }) => <strong>{value || '—'}</strong>,
    className: 'wrap-anywhere',
  },
  reason: { header: 'Motivo', cell: ({ reason }) => reason },
}
