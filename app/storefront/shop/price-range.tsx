import { useState } from 'react'
import type { Facets } from '#contract/shop-query.ts'
import { InputField } from '../../ui/field.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { readPrice, type ShopState } from './shop-url.ts'

type Range = Pick<ShopState, 'minPrice' | 'maxPrice'>

/** The prices "Desde" and "Hasta" in pesos, with the list's lowest and highest price as placeholders. */
export function PriceRange({
  minPrice,
  maxPrice,
  price,
  onChoose,
}: Range & { price: Facets['price'] | undefined; onChoose: (change: Partial<Range>) => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Precio</legend>
      <div className="grid grid-cols-2 gap-2">
        <PriceField
          label="Desde"
          name="desde"
          placeholder={price ? formatPrice(Math.floor(price.min)) : ''}
          value={minPrice}
          onApply={(minPrice) => onChoose({ minPrice })}
        />
        <PriceField
          label="Hasta"
          name="hasta"
          placeholder={price ? formatPrice(Math.ceil(price.max)) : ''}
          value={maxPrice}
          onApply={(maxPrice) => onChoose({ maxPrice })}
        />
      </div>
    </fieldset>
  )
}

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
  value: number | null
  onApply: (value: number | null) => void
}) {
  const text = value === null ? '' : formatPrice(value)
  const [shown, setShown] = useState({ value, text })
  if (shown.value !== value) setShown({ value, text })

  function apply() {
    const typed = readPrice(shown.text)
    setShown({ value, text: typed === null ? '' : formatPrice(typed) })
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
