import type { MISSING_FILTERS, STOCK_FILTERS } from '#contract/product-filters.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { useListingUrl } from '../../listing/listing-url.ts'

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
}: {
  categories: readonly string[]
  state: ProductFiltersState | undefined
}) {
  const go = useListingUrl()
  return (
    <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 large-type:max-sm:grid-cols-1">
      <Choice
        name="Categoría"
        value={state.categoria}
        onChange={(categoria) => go({ categoria })}
        className="max-sm:col-span-full sm:w-[11rem]"
      >
        <option value="">TODOS</option>
        {/* A deleted category that is still in the URL: the dropdown has to show the active filter. */}
        {state.categoria && !categories.includes(state.categoria) && <option>{state.categoria}</option>}
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Choice>
      <Choice name="Stock" value={state.stock} onChange={(stock) => go({ stock })} className="sm:w-[10rem]">
        <option value="">Todo el stock</option>
        <Options of={stocks} />
      </Choice>
      <Choice
        name="Datos que faltan"
        value={state.falta}
        onChange={(falta) => go({ falta })}
        className="sm:w-[10rem]"
      >
        <option value="">Todos los datos</option>
        <Options of={gaps} />
      </Choice>
      <Choice name="Venta" value={state.venta} onChange={(venta) => go({ venta })} className="sm:w-[8rem]">
        <option value="">En venta</option>
        <option value={RETIRED}>Retirados</option>
      </Choice>
    </div>
  )
}

function Choice({
  name,
  value,
  onChange,
  className,
  children,
}: {
  name: string
  value: string
  onChange: (value: string) => void
  className: string
  children: React.ReactNode
}) {
  return (
    <select
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`control min-w-0 pr-1 ${className}`}
    >
      {children}
    </select>
  )
}

const Options = ({ of }: { of: Record<string, { name: string }> }) =>
  Object.entries(of).map(([value, { name }]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
