import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ListedIngredient } from '#contract/sale-conditions.ts'
import { PRESCRIPTION_CONDITIONS, SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { SALE_ROUTE_NAMES, SALE_ROUTES } from '#domain/sale-hold/product-words.ts'
import { fold } from '#domain/text.ts'
import { browserApi } from '../../../api/client.ts'
import { FormModal, ModalButtons } from '../../../forms/form-modal.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { EditButton } from '../../../listing/listing-table.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { Checkbox, InputField, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'

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
        pagination={
          <Pagination
            page={page}
            pages={Math.ceil(found.length / PAGE_SIZE)}
            onPage={setPage}
            label="Páginas de Principios activos"
          />
        }
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

const CONDITIONS = Object.fromEntries(
  (['direct', ...PRESCRIPTION_CONDITIONS] as const).map((condition) => [
    condition,
    SALE_CONDITION_NAMES[condition],
  ]),
)

/** An ingredient's usual condition and the names by which products are recognised. */
function IngredientForm({
  row,
}: {
  /** The ingredient to edit; left out for a new one. */
  row: ListedIngredient | undefined
}) {
  const form = useForm({
    defaultValues: {
      ingredient: row?.ingredient ?? '',
      saleCondition: row?.saleCondition ?? 'simple',
      directUpTo: String(row?.directUpTo ?? ''),
      directRoutes: row?.directRoutes ?? [],
      names: row?.names.join('\n') ?? '',
    },
  })
  const submit = useSave(
    form,
    row ? 'Actualizado' : 'Guardado',
    ({ names, directUpTo, ...values }) =>
      browserApi.setIngredientCondition({
        body: {
          ...values,
          directUpTo: directUpTo.trim() ? Number(directUpTo) : null,
          names: names.split(/[\n,;]/).filter((name) => name.trim()),
        },
      }),
    { saveKey: true },
  )
  return (
    <form {...submit.formProps} className="grid gap-4">
      <InputField
        label="Principio activo"
        required
        readOnly={row !== undefined}
        data-autofocus={row ? undefined : true}
        autoComplete="off"
        {...submit.field('ingredient')}
      />
      <SelectField
        label="Condición usual"
        data-autofocus={row ? true : undefined}
        {...submit.field('saleCondition')}
        options={CONDITIONS}
      />
      {form.watch('saleCondition') !== 'direct' && (
        <fieldset className="grid gap-3">
          <legend className="font-semibold">Se vende directo solo</legend>
          <InputField
            label="Hasta (mg)"
            type="number"
            step="any"
            min="0"
            autoComplete="off"
            className="max-w-40"
            {...submit.field('directUpTo')}
          />
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {SALE_ROUTES.filter((route) => route !== 'injection').map((route) => (
              <Checkbox
                key={route}
                value={route}
                label={SALE_ROUTE_NAMES[route]}
                {...form.register('directRoutes')}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextAreaField
        label="Se reconoce por"
        hint="Nombres y marcas, uno por línea. Sin tildes ni mayúsculas da lo mismo."
        rows={5}
        {...submit.field('names')}
      />
      <ModalButtons submit={row ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}
