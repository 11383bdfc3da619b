import { useState } from 'react'
import { Icon } from './icons.tsx'

/** A quantity with a minus and a plus button. A quantity above `max` changes nothing and calls `onExceed`. */
export function QuantityInput({
  label,
  value,
  onChange,
  max,
  onExceed,
}: {
  label: string
  value: number
  onChange: (quantity: number) => void
  max: number
  onExceed?: () => void
}) {
  // The typed text while it isn't a valid quantity, for example empty.
  const [typed, setTyped] = useState<string>()

  function choose(quantity: number) {
    if (quantity > max) onExceed?.()
    else onChange(Math.max(1, quantity))
  }

  function type(text: string) {
    const quantity = Number(text)
    const whole = text !== '' && Number.isInteger(quantity)
    setTyped(whole && quantity >= 1 && quantity <= max ? undefined : text)
    if (whole && quantity !== value && quantity >= 1) choose(quantity)
  }

  const step = (icon: 'minus' | 'plus') => (
    <button
      type="button"
      aria-label={icon === 'plus' ? 'Aumentar cantidad' : 'Disminuir cantidad'}
      disabled={icon === 'minus' && value <= 1}
      onClick={() => choose(value + (icon === 'plus' ? 1 : -1))}
      className="grid w-10 place-items-center text-brand transition-colors hover:bg-mint focus-visible:-outline-offset-3 disabled:cursor-not-allowed disabled:text-edge disabled:hover:bg-transparent"
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
  return (
    <fieldset
      aria-label={label}
      className="inline-flex h-11 w-fit items-stretch overflow-clip rounded-lg border border-edge bg-paper"
    >
      {step('minus')}
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        min={1}
        max={max}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(undefined)}
        className="w-12 text-center font-semibold tabular-nums [appearance:textfield] focus-visible:-outline-offset-3 [&::-webkit-inner-spin-button]:appearance-none"
      />
      {step('plus')}
    </fieldset>
  )
}
