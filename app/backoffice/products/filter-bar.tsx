import { FilterChoice, MoreFilters } from '../../listing/filters.tsx'
import { useList } from '../../listing/listing.ts'
import { Button } from '../../ui/button.tsx'
import { BY_NAME, PRODUCTS, SORTS, type Sort } from './product-filters.ts'

const { order } = PRODUCTS.params

/** The dropdowns: the parameter, its name, the first option, which doesn't filter, and the width. */
const DROPDOWNS = [
  ['stock', 'Stock', 'Todo el stock', 'sm:w-[10rem]'],
  ['missing', 'Datos que faltan', 'Todos los datos', 'sm:w-[10rem]'],
  ['condition', 'Condición de venta', 'Toda condición', 'sm:w-[11rem]'],
] as const

/** The orders by their words in the URL. */
const ORDERS = Object.fromEntries(
  (Object.keys(SORTS) as Sort[]).flatMap((sort) => [
    [order.write({ sort, direction: 'asc' }), { name: `${SORTS[sort].name} ↑` }],
    [order.write({ sort, direction: 'desc' }), { name: `${SORTS[sort].name} ↓` }],
  ]),
)

/** The dropdowns for category, stock, missing data and retired products, and on cards for the order. */
export function FilterBar({ categories }: { categories: readonly string[] }) {
  const { state, set } = useList(PRODUCTS)
  const { category } = state
  const others = [state.stock, state.missing, state.condition, state.retired]
  return (
    <>
      <FilterChoice
        name="Categoría"
        all="TODOS"
        value={category}
        // A deleted category that is still in the URL: the dropdown has to show the active filter.
        options={category && !categories.includes(category) ? [category, ...categories] : categories}
        onChange={(category) => set({ category })}
        className="max-sm:w-full sm:w-[13rem]"
      />
      {state.import && (
        <Button look="secondary" icon="close" onClick={() => set({ import: undefined })}>
          De una importación<span className="sr-only">: quitar este filtro</span>
        </Button>
      )}
      <MoreFilters set={others.filter(Boolean).length}>
        {DROPDOWNS.map(([key, name, all, width]) => (
          <FilterChoice<string>
            key={key}
            name={name}
            all={all}
            value={state[key]}
            options={PRODUCTS.params[key].options}
            onChange={(value) => set({ [key]: value } as Partial<typeof state>)}
            className={width}
          />
        ))}
        <FilterChoice
          name="Venta"
          all="En venta"
          value={state.retired && 'retired'}
          options={{ retired: { name: 'Retirados' } }}
          onChange={(retired) => set({ retired: retired && true })}
          className="sm:w-[8rem]"
        />
        {/* The order, for cards, which have no headings. */}
        <FilterChoice
          name="Ordenar por"
          value={order.write(state.order ?? BY_NAME)}
          options={ORDERS}
          onChange={(text) => set({ order: order.read(text ?? '') })}
          className="as-table:hidden sm:w-[11rem]"
        />
      </MoreFilters>
    </>
  )
}
