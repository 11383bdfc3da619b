import { useState } from 'react'
import type { ListedIngredient } from '#contract/sale-conditions.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { SALE_ROUTE_NAMES } from '#domain/sale-hold/product-words.ts'
import { fold } from '#domain/text.ts'
import { FormModal } from '../../../forms/form-modal.tsx'
import { EditButton } from '../../../listing/listing-table.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { IngredientForm } from './ingredient-form.tsx'

const PAGE_SIZE = 20

/** The listed ingredients with their usual condition, to read through, to search and to correct. */
export function IngredientList({ listed }: { listed: ListedIngredient[] }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<ListedIngredient | 'new' | null>(null)
  const found = listed.filter(({ ingredient, names }) =>
    [fold(ingredient), ...names].some((name) => name.includes(fold(search))),
  )
  return (
    <section aria-labelledby="lista" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="lista" className="text-lg">
            Principios activos
          </h2>
          <p className="max-w-prose text-sm text-soft">
            Cómo se suele vender cada uno. La lista viene con la tienda como punto de partida: revísala antes
            de confiar en ella. Cambia lo que se propone y lo que espera una decisión, no los productos ya
            decididos.
          </p>
        </div>
        <Button icon="plus" look="secondary" onClick={() => setOpened('new')}>
          Agregar principio activo
        </Button>
      </div>
      <DataTable
        label="Principios activos"
        columns={columnsOf(setOpened)}
        rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ ingredient }) => ingredient}
        empty="Ningún principio activo con ese nombre"
        tableFrom="narrow"
        toolbar={
          <SearchBox
            label="Buscar principio activo o marca..."
            value={search}
            onSearch={(text) => {
              setSearch(text)
              setPage(1)
            }}
            className="w-full sm:w-80"
          />
        }
        page={page}
        pages={Math.ceil(found.length / PAGE_SIZE)}
        onPage={setPage}
      />
      <FormModal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened === 'new' ? 'Agregar principio activo' : 'Editar principio activo'}
      >
        {opened && <IngredientForm row={opened === 'new' ? undefined : opened} />}
      </FormModal>
    </section>
  )
}

/** The usual condition, with the strength and the routes for direct sale: 'Receta simple; directa hasta 400 mg'. */
function conditionText({ saleCondition, directUpTo, directRoutes, controlled }: ListedIngredient): string {
  const routes = directRoutes.map((route) => SALE_ROUTE_NAMES[route].toLowerCase())
  const limits = [directUpTo && `hasta ${directUpTo.toLocaleString('es-CL')} mg`, ...routes].filter(Boolean)
  const direct = saleCondition !== 'direct' && limits.length > 0 && `; directa ${limits.join(', ')}`
  return `${SALE_CONDITION_NAMES[saleCondition]}${direct || ''}${controlled ? ' (controlado por ley)' : ''}`
}

const columnsOf = (edit: (row: ListedIngredient) => void): Columns<ListedIngredient> => ({
  ingredient: {
    header: 'Principio activo',
    bare: true,
    className: 'font-semibold',
    cell: ({ ingredient }) => ingredient,
  },
  names: { header: 'Se reconoce por', cell: ({ names }) => names.join(', '), className: 'wrap-anywhere' },
  condition: { header: 'Condición usual', cell: conditionText, className: 'as-table:min-w-40' },
  actions: {
    header: 'Acciones',
    bare: true,
    className: 'as-table:w-32',
    cell: (row) => <EditButton of={row.ingredient} onClick={() => edit(row)} />,
  },
})
