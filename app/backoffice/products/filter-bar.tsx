import { FilterChoice } from '../../listing/filter-choice.tsx'
import { useListingUrl } from '../../listing/listing-url.ts'
import { MoreFilters } from '../../listing/more-filters.tsx'
import { Button } from '../../ui/button.tsx'
import { CONDITIONS, GAPS, type ProductFiltersState, RETIRED, STOCKS } from './product-filters.ts'

/** The dropdowns for category, stock, missing data, and what is not sold any more. */
export function FilterBar({
  categories,
  state = { categoria: '', stock: '', falta: '', condicion: '', venta: '', importacion: '' },
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
      {state.importacion && (
        <Button look="secondary" icon="close" onClick={() => go({ importacion: '' })}>
          De una importación<span className="sr-only">: quitar este filtro</span>
        </Button>
      )}
      <MoreFilters set={[state.stock, state.falta, state.condicion, state.venta].filter(Boolean).length}>
        <FilterChoice
          name="Stock"
          all="Todo el stock"
          value={state.stock}
          options={STOCKS}
          onChange={(stock) => go({ stock })}
          className="sm:w-[10rem]"
        />
        <FilterChoice
          name="Datos que faltan"
          all="Todos los datos"
          value={state.falta}
          options={GAPS}
          onChange={(falta) => go({ falta })}
          className="sm:w-[10rem]"
        />
        <FilterChoice
          name="Condición de venta"
          all="Toda condición"
          value={state.condicion}
          options={CONDITIONS}
          onChange={(condicion) => go({ condicion })}
          className="sm:w-[11rem]"
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
