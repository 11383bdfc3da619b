import { useId, useState } from 'react'
import { formatWhole } from '#domain/price.ts'
import { fragments } from '../../fragments.ts'
import { checkboxLine, checkboxLook } from '../../ui/field.tsx'

/**
 * A filter's checkbox, with the number of its products at the end of the line, which is read as its description. It shows the click
 * at once; when the URL changes, a moment later, `chosen` decides again.
 */
export function FilterOption({
  name,
  value,
  label,
  count,
  chosen,
  disabled = false,
  onToggle,
}: {
  name: string
  value: string
  label: string
  count: number | undefined
  chosen: boolean
  disabled?: boolean
  onToggle: () => void
}) {
  const [shown, setShown] = useState({ chosen, checked: chosen })
  if (shown.chosen !== chosen) setShown({ chosen, checked: chosen })
  const id = useId()
  const texts = { id, name, value, label, ...(count !== undefined && { count: formatWhole(count) }) }
  const key = `filter ${chosen} ${disabled} ${count === undefined} ${count === 1}`
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in the fragment.
    <label
      className={checkboxLine}
      {...fragments.propsOf(key, texts, ({ id, name, value, label, count: counted }) => (
        <>
          <input
            type="checkbox"
            {...(counted && { 'aria-labelledby': id, 'aria-describedby': `${id}-count` })}
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
          {counted && (
            <span id={`${id}-count`} className="ml-auto pl-1 text-sm text-soft tabular-nums">
              {counted}
              <span className="sr-only">{count === 1 ? ' producto' : ' productos'}</span>
            </span>
          )}
        </>
      ))}
    />
  )
}
