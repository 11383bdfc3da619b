import type { MISSING_FILTERS, STOCK_FILTERS } from '#contract/product-filters.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { FilterChoice } from '../../listing/filter-choice.tsx'
import { useListingUrl } from '../../listing/listing-url.ts'
import { MoreFilters } from '../../listing/more-filters.tsx'

/** The filters as the URL has them; an empty value filters nothing. */
export type ProductFiltersState = { categoria: string; stock: string; falta: string; venta: string }

const stocks: Record<string, { filter: (typeof STOCK_FILTERS)[number]; name: string }> = {
  bajo: { filter: 'low', name: `Stock bajo (${LOW_STOCK} o menos)` },
  agotado: { filter: 'none', name: 'Sin existencias' },
}
const gaps: Record<string, { filter: (typeof MISSING_FILTERS)[number]; name: string }> = {
  foto: { filter: 'photo', name: 'Sin foto' },
  registro: { filter: 'register', name: 'Sin registro' },
  dcm: { filter: 'dcm', name: 'Sin DCM' },
  cantidad: { filter: 'quantity', name: 'Sin cantidad' },
}

/** The value of `?venta=` that shows retired products. */
export const RETIRED = 'retirados'

/** Reads the filters from the URL, for the screen (`state`) and for the call (`query`). */
export function readFilters(params: URLSearchParams) {
  const categoria = (params.get('categoria') ?? '').slice(0, 80)
  const stock = params.get('stock') ?? ''
  const falta = params.get('falta') ?? ''
  const retired = params.get('venta') === RETIRED
  return {
    state: {
      categoria,
      stock: stock in stocks ? stock : '',
      falta: falta in gaps ? falta : '',
      venta: retired ? RETIRED : '',
    } satisfies ProductFiltersState,
    query: {
      category: categoria,
      stock: stocks[stock]?.filter,
      missing: gaps[falta]?.filter,
      retired: retired || undefined,
    },
  }
}

/** The dropdowns for category, stock, missing data, and what is not sold any more. */
export function ProductFilters({
  categories,
  state = { categoria: '', stock: '', falta: '', venta: '' },
  children,
}: {
  categories: readonly string[]
  state: ProductFiltersState | undefined
  /** After the dropdowns. */
  children: React.ReactNode
}) {
  const go = useListingUrl()
  const { categoria } = state
  return (
    <>
      <FilterChoice
        name="Categoría"
        all="TODOS"
        value={categoria}
        // A deleted category that is still in the URL: the dropdown has to show the active filter.
        options={categoria && !categories.includes(categoria) ? [categoria, ...categories] : categories}
        onChange={(categoria) => go({ categoria })}
        className="max-sm:w-full sm:w-[13rem]"
      />
      <MoreFilters set={[state.stock, state.falta, state.venta].filter(Boolean).length}>
        <FilterChoice
          name="Stock"
          all="Todo el stock"
          value={state.stock}
          options={stocks}
          onChange={(stock) => go({ stock })}
          className="sm:w-[10rem]"
        />
        <FilterChoice
          name="Datos que faltan"
          all="Todos los datos"
          value={state.falta}
          options={gaps}
          onChange={(falta) => go({ falta })}
          className="sm:w-[10rem]"
        />
        <FilterChoice
          name="Venta"
          all="En venta"
          value={state.venta}
          options={{ [RETIRED]: { name: 'Retirados' } }}
          onChange={(venta) => go({ venta })}
          className="sm:w-[8rem]"
        />
        {children}
      </MoreFilters>
    </>
  )
}
