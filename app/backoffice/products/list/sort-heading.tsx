import { FilterChoice } from '../../../listing/filter-choice.tsx'
import { useListingUrl } from '../../../listing/listing-url.ts'
import { Icon } from '../../../ui/icons.tsx'
import { orderParam, type ProductOrder, SORTS } from './product-order.ts'

/** A column heading that sorts by the column; a second press reverses the order. */
export function SortHeading({ by, order }: { by: string; order: ProductOrder }) {
  const go = useListingUrl()
  const current = order.by === by
  return (
    <button
      type="button"
      onClick={() => go({ orden: orderParam({ by, descending: current && !order.descending }) })}
      className="relative -mx-1 inline-flex min-h-8 items-center gap-0.5 rounded-lg px-1 text-left hover:text-brand"
    >
      {SORTS[by]!.name}
      {/* The arrow keeps its place while hidden, so that nothing moves. */}
      <Icon
        name={current && order.descending ? 'chevron-down' : 'chevron-up'}
        className={`size-4 shrink-0 compact:absolute compact:left-full compact:-ml-1 compact:size-3.5 ${current ? '' : 'invisible'}`}
      />
    </button>
  )
}

/** The list's order as a dropdown, for cards, which have no headings. */
export function SortSelect({ order }: { order: ProductOrder }) {
  const go = useListingUrl()
  return (
    <FilterChoice
      name="Ordenar por"
      value={orderParam(order)}
      options={Object.fromEntries(
        Object.entries(SORTS).flatMap(([by, { name }]) =>
          [false, true].map((descending) => [
            orderParam({ by, descending }),
            { name: `${name} ${descending ? '↓' : '↑'}` },
          ]),
        ),
      )}
      onChange={(orden) => go({ orden })}
      className="as-table:hidden sm:w-[11rem]"
    />
  )
}
