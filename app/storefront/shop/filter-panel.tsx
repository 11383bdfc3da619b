import { useState } from 'react'
import { escapeName } from '#domain/name-list.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type ShopState, toggled } from './shop-url.ts'

/**
 * The filters by category and brand: beside the list on wide screens, in a native popover on phones, which also opens before
 * hydration.
 */
export function FilterPanel({
  categories,
  brands,
  state,
  total,
  onChoose,
}: {
  categories: string[]
  brands: string[]
  state: ShopState
  total: number | undefined
  onChoose: (change: (state: ShopState) => Partial<ShopState>) => void
}) {
  const active = state.categories.length + state.brands.length
  return (
    <div className="lg:row-span-2 lg:row-start-1">
      <button
        type="button"
        popoverTarget="filtros"
        className="inline-flex min-h-11 w-full items-center justify-center gap-2 rounded-lg border border-edge bg-paper px-5 font-semibold hover:bg-mint lg:hidden"
      >
        <Icon name="filter" className="size-5 text-brand" />
        Filtrar
        {active > 0 && (
          <span className="rounded-full bg-brand px-2 text-sm text-white tabular-nums">{active}</span>
        )}
        <Icon name="chevron-down" className="size-4 text-soft" />
      </button>
      <div
        id="filtros"
        popover="auto"
        className="max-lg:fades max-lg:inset-x-0 max-lg:top-auto max-lg:bottom-0 max-lg:m-0 max-lg:max-h-[85dvh] max-lg:w-full max-lg:max-w-none max-lg:overflow-y-auto max-lg:rounded-t-lg max-lg:bg-paper max-lg:shadow lg:static lg:m-0 lg:block lg:w-auto lg:overflow-visible lg:bg-transparent lg:p-0 text-ink"
      >
        <div className="sticky top-0 z-10 flex items-center justify-between border-line border-b bg-paper py-1 pr-1 pl-4 lg:hidden">
          <h2 className="text-lg">Filtrar</h2>
          <IconButton
            icon="close"
            label="Cerrar filtros"
            popoverTarget="filtros"
            popoverTargetAction="hide"
          />
        </div>
        <div className="grid gap-6 max-lg:grid-cols-1 max-lg:p-4 sm:max-lg:grid-cols-2">
          <Choices
            legend="Categorias"
            name="categoria"
            options={categories}
            chosen={state.categories}
            onToggle={(name) => onChoose(({ categories }) => ({ categories: toggled(categories, name) }))}
          />
          <Choices
            legend="Marcas"
            name="marca"
            options={brands}
            chosen={state.brands}
            onToggle={(name) => onChoose(({ brands }) => ({ brands: toggled(brands, name) }))}
          />
        </div>
        <noscript>
          <Button type="submit">Aplicar filtros</Button>
        </noscript>
        <div className="sticky bottom-0 border-line border-t bg-paper p-4 lg:hidden">
          <Button wide popoverTarget="filtros" popoverTargetAction="hide">
            {total === undefined ? 'Ver productos' : `Ver ${total} ${total === 1 ? 'producto' : 'productos'}`}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Choices({
  legend,
  name,
  options,
  chosen,
  onToggle,
}: {
  legend: string
  name: string
  options: string[]
  chosen: string[]
  onToggle: (option: string) => void
}) {
  if (options.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options.map((option) => (
        <Option
          key={option}
          name={name}
          option={option}
          chosen={chosen.includes(option)}
          onToggle={() => onToggle(option)}
        />
      ))}
    </fieldset>
  )
}

/** Shows the click at once. When the URL changes, a moment later, `chosen` decides again. */
function Option({
  name,
  option,
  chosen,
  onToggle,
}: {
  name: string
  option: string
  chosen: boolean
  onToggle: () => void
}) {
  const [shown, setShown] = useState({ chosen, checked: chosen })
  if (shown.chosen !== chosen) setShown({ chosen, checked: chosen })
  return (
    <Checkbox
      name={name}
      value={escapeName(option)}
      label={option}
      checked={shown.checked}
      onChange={(event) => {
        setShown({ chosen, checked: event.target.checked })
        onToggle()
      }}
    />
  )
}
