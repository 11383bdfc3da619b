import { useState } from 'react'
import { formatWhole } from '#domain/price.ts'

type Filter = {
  /** The id of the checkbox, unique on the page. */
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
export function FilterOption({ id, name, value, label, count, chosen, disabled, onToggle }: Filter) {
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
