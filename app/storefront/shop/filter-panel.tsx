import { useState } from 'react'
import type { Facets } from '#contract/products.ts'
import { escapeName, MAX_NAMES } from '#domain/name-list.ts'
import { formatWhole } from '#domain/price.ts'
import { findCategories, findSuppliers } from '../../api/shown-names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type FindNames, NameChoices, type NameList } from '../../ui/name-choices.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { filterCount, productCount } from './list-head.tsx'
import { readPrice, type ShopState, SWITCHES, type Switch, toggled } from './shop-url.ts'

type Choose = (change: (state: ShopState) => Partial<ShopState>) => void

/**
 * The shop's filters with their counts: beside the list on wide screens, in a native popover on phones, which opens even before
 * hydration.
 */
export function FilterPanel({
  facets,
  state,
  total,
  more = false,
  onChoose,
}: {
  /** Absent when the list failed to load: the filters then show only the chosen names, without counts. */
  facets: Facets | undefined
  state: ShopState
  total: number | undefined
  /** Whether the search found too many products to count them for each filter. */
  more: boolean | undefined
  onChoose: Choose
}) {
  const active = filterCount(state)
  const prices = more ? undefined : facets?.price
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
          <span className="rounded-full bg-brand px-2 text-sm text-on-fill tabular-nums">{active}</span>
        )}
        <Icon name="chevron-down" className="size-4 text-soft" />
      </button>
      <div id="filtros" popover="auto" className="filter-sheet">
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
          <fieldset className="min-w-0">
            <legend className="mb-1 font-semibold">Mostrar solo</legend>
            {(Object.keys(SWITCHES) as Switch[]).map((name) => {
              const chosen = state.switches.includes(name)
              return (
                <FilterOption
                  key={name}
                  id={`solo-${name}`}
                  name="solo"
                  value={SWITCHES[name].word ?? name}
                  label={SWITCHES[name].name}
                  count={more ? undefined : facets?.[name]}
                  chosen={chosen}
                  // A filter that would leave no products can't be chosen; a chosen filter can be removed.
                  disabled={facets?.[name] === 0 && !chosen}
                  onToggle={() => onChoose(({ switches }) => ({ switches: toggled(switches, name) }))}
                />
              )
            })}
          </fieldset>
          <fieldset className="min-w-0">
            <legend className="mb-1 font-semibold">Precio</legend>
            <div className="grid grid-cols-2 gap-2">
              {PRICES.map(({ label, name, key, example }) => (
                <PriceField
                  key={key}
                  label={label}
                  name={name}
                  placeholder={prices ? formatPrice(example(prices)) : ''}
                  value={state[key]}
                  onApply={(price) =>
                    onChoose(() => (key === 'minPrice' ? { minPrice: price } : { maxPrice: price }))
                  }
                />
              ))}
            </div>
          </fieldset>
          <Names
            legend="Categorias"
            searchLabel="Buscar categoría"
            name="categoria"
            list={facets?.categories}
            counted={!more}
            find={findCategories}
            chosen={state.categories}
            onToggle={(name) => onChoose(({ categories }) => ({ categories: toggled(categories, name) }))}
          />
          <Names
            legend="Marcas"
            searchLabel="Buscar marca"
            name="marca"
            list={facets?.laboratories}
            counted={!more}
            find={findSuppliers}
            chosen={state.brands}
            onToggle={(name) => onChoose(({ brands }) => ({ brands: toggled(brands, name) }))}
          />
        </div>
        <noscript>
          <Button type="submit">Aplicar filtros</Button>
        </noscript>
        <div className="sticky bottom-0 border-line border-t bg-paper p-4 lg:hidden">
          <Button wide popoverTarget="filtros" popoverTargetAction="hide">
            {total === undefined ? 'Ver productos' : `Ver ${more ? 'más de ' : ''}${productCount(total)}`}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Names({
  legend,
  searchLabel,
  name,
  list = { top: [], total: 0 },
  counted,
  find,
  chosen,
  onToggle,
}: {
  legend: string
  searchLabel: string
  name: string
  list: NameList | undefined
  counted: boolean
  find: FindNames
  chosen: string[]
  onToggle: (option: string) => void
}) {
  if (list.total === 0 && chosen.length === 0) return null
  const isFull = chosen.length >= MAX_NAMES
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {isFull && <p className="mb-1 text-sm text-soft">Elegiste {MAX_NAMES}, el máximo.</p>}
      <NameChoices list={list} chosen={chosen} find={find} label={legend} searchLabel={searchLabel}>
        {(choice, index) => (
          <FilterOption
            id={`${name}-${index}`}
            name={name}
            value={escapeName(choice.name)}
            label={choice.name}
            count={counted ? choice.products : undefined}
            chosen={chosen.includes(choice.name)}
            disabled={isFull && !chosen.includes(choice.name)}
            onToggle={() => onToggle(choice.name)}
          />
        )}
      </NameChoices>
    </fieldset>
  )
}

type OptionProps = {
  id: string
  name: string
  value: string
  label: string
  count: number | undefined
  chosen: boolean
  disabled?: boolean
  onToggle: () => void
}

/**
 * A filter's checkbox in a list, described by the number of its products at the end of the line. A click shows at once; when the
 * URL changes a moment later, `chosen` counts again.
 */
function FilterOption({ id, name, value, label, count, chosen, disabled, onToggle }: OptionProps) {
  const [shown, setShown] = useState({ chosen, checked: chosen })
  if (shown.chosen !== chosen) setShown({ chosen, checked: chosen })
  const isCounted = count !== undefined
  return (
    <label className="check">
      <input
        type="checkbox"
        {...(isCounted && { 'aria-labelledby': id, 'aria-describedby': `${id}-count` })}
        name={name}
        value={value}
        disabled={disabled}
        checked={shown.checked}
        onChange={(event) => {
          setShown({ chosen, checked: event.target.checked })
          onToggle()
        }}
      />
      <span id={id}>{label}</span>
      {isCounted && (
        <small id={`${id}-count`}>
          {formatWhole(count)}
          <span className="sr-only">{count === 1 ? ' producto' : ' productos'}</span>
        </small>
      )}
    </label>
  )
}

/** The prices in pesos, with the list's lowest and highest price as placeholders. */
const PRICES = [
  { label: 'Desde', name: 'desde', key: 'minPrice', example: ({ min }: Prices) => Math.floor(min) },
  { label: 'Hasta', name: 'hasta', key: 'maxPrice', example: ({ max }: Prices) => Math.ceil(max) },
] as const
type Prices = NonNullable<Facets['price']>

/** Applies the typed price on Enter and when the field is left. A new `value` (Back, a removed filter) replaces the text. */
function PriceField({
  label,
  name,
  placeholder,
  value,
  onApply,
}: {
  label: string
  name: string
  placeholder: string
  value: number | undefined
  onApply: (value: number | undefined) => void
}) {
  const text = value === undefined ? '' : formatPrice(value)
  const [shown, setShown] = useState({ value, text })
  if (shown.value !== value) setShown({ value, text })

  function apply() {
    const typed = readPrice(shown.text)
    setShown({ value, text: typed === undefined ? '' : formatPrice(typed) })
    if (typed !== value) onApply(typed)
  }

  return (
    <InputField
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={14}
      placeholder={placeholder}
      value={shown.text}
      onChange={(event) => setShown({ value, text: event.target.value })}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
