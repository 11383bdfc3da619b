import { useState } from 'react'
import { Checkbox } from '../../ui/field.tsx'

/** A filter's checkbox. It shows the click at once; when the URL changes, a moment later, `chosen` decides again. */
export function FilterOption({
  chosen,
  onToggle,
  ...rest
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
  return (
    <Checkbox
      {...rest}
      checked={shown.checked}
      onChange={(event) => {
        setShown({ chosen, checked: event.target.checked })
        onToggle()
      }}
    />
  )
}
