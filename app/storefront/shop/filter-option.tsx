import { useState } from 'react'
import { formatWhole } from '#domain/price.ts'
import type { ListPart } from '../../fragments.ts'
import { checkboxLine, checkboxLook } from '../../ui/field.tsx'

type Filter = {
  /** Of its element, the only one on the page. */
  id: string
  name: string
  value: string
  label: string
  count: number | undefined
  chosen: boolean
  disabled?: boolean
  onToggle: () => void
}

/** A filter's checkbox in a list, with the number of its products at the end of the line, which is read as its description. */
export function filterOption({
  id,
  name,
  value,
  label,
  count,
  chosen,
  disabled = false,
  onToggle,
}: Filter): ListPart {
  return {
    id: value,
    key: `filter ${chosen} ${disabled} ${count === undefined} ${count === 1}`,
    texts: { id, name, value, label, ...(count !== undefined && { count: formatWhole(count) }) },
    content: (texts: Texts) => (
      <FilterOption
        {...texts}
        unit={count === 1 ? ' producto' : ' productos'}
        chosen={chosen}
        disabled={disabled}
        onToggle={onToggle}
      />
    ),
  }
}

type Texts = { id: string; name: string; value: string; label: string; count?: string }

/** It shows the click at once; when the URL changes, a moment later, `chosen` decides again. */
function FilterOption({
  id,
  name,
  value,
  label,
  count,
  unit,
  chosen,
  disabled,
  onToggle,
}: Texts & { unit: string } & Required<Pick<Filter, 'chosen' | 'disabled' | 'onToggle'>>) {
  const [shown, setShown] = useState({ chosen, checked: chosen })
  if (shown.chosen !== chosen) setShown({ chosen, checked: chosen })
  return (
    <label className={checkboxLine}>
      <input
        type="checkbox"
        {...(count && { 'aria-labelledby': id, 'aria-describedby': `${id}-count` })}
        name={name}
        value={value}
        disabled={disabled}
        checked={shown.checked}
        onChange={(event) => {
          setShown({ chosen, checked: event.target.checked })
          onToggle()
        }}
        className={checkboxLook}
      />
      <span id={id} className="min-w-0 [overflow-wrap:anywhere]">
        {label}
      </span>
      {count && (
        <span id={`${id}-count`} className="ml-auto pl-1 text-sm text-soft tabular-nums">
          {count}
          <span className="sr-only">{unit}</span>
        </span>
      )}
    </label>
  )
}
