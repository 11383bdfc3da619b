import { useId } from 'react'
import { browserApi } from '../../api/client.ts'
import { useSavedAtOnce } from '../../forms/use-saved-at-once.ts'
import { EditButton } from '../../listing/listing-table.tsx'
import { SortableList } from '../../listing/sortable-list.tsx'
import { Badge } from '../../ui/badge.tsx'

type Option = { _id: string; name: string; active: boolean }

/** The pick-up points or the zones, in the order in which the shop offers them. */
export function OptionsList<Row extends Option>({
  title,
  thing,
  rows,
  actions,
  empty,
  onEdit,
  children,
}: {
  title: string
  /** The noun for a row, with its article: `la zona`. */
  thing: string
  rows: readonly Row[]
  actions: React.ReactNode
  /** The text of an empty list: how a first row changes the shop. */
  empty: { text: string; effect: string }
  onEdit: (row: Row) => void
  children: (row: Row) => React.ReactNode
}) {
  const titleId = useId()
  const { ordered, setOrder } = useSavedOrder(rows)
  return (
    <section aria-labelledby={titleId} className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {rows.length > 0 && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {rows.length === 0 ? (
        <div className="grid justify-items-center gap-4 px-2 py-10 text-center">
          <p className="max-w-prose text-soft">
            {empty.text} {empty.effect}
          </p>
          <div className="flex flex-wrap justify-center gap-2">{actions}</div>
        </div>
      ) : (
        <SortableList
          rows={ordered}
          onOrder={setOrder}
          labelledBy={titleId}
          thing={thing}
          handle={({ name }) => <span className="sr-only">Mover {name}</span>}
        >
          {(row) => (
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <div className="wrap-anywhere min-w-0 basis-56 grow">
                <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                  {row.name}
                  {!row.active && <Badge>Inactivo</Badge>}
                </p>
                <div className={row.active ? '' : 'text-soft'}>{children(row)}</div>
              </div>
              <EditButton of={row.name} onClick={() => onEdit(row)} />
            </div>
          )}
        </SortableList>
      )}
    </section>
  )
}

/** The rows in the order that the person chose, which is saved at once. */
function useSavedOrder<Row extends Option>(rows: readonly Row[]) {
  const [wanted, setOrder] = useSavedAtOnce((ids: string[]) =>
    browserApi.orderDeliveryOptions({ body: { ids } }),
  )
  const byId = new Map(rows.map((row) => [row._id, row]))
  return { ordered: wanted ? wanted.flatMap((id) => byId.get(id) ?? []) : rows, setOrder }
}
