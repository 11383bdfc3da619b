import { useState } from 'react'
import { Button } from '../ui/button.tsx'

/** The less frequent filters of a list, behind a button that counts those that are set. */
export function MoreFilters({
  name = 'Más filtros',
  set,
  children,
}: {
  name?: string
  /** How many of them filter now. */
  set: number
  children: React.ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        icon={open ? 'chevron-up' : 'chevron-down'}
        aria-expanded={open}
        className="max-sm:w-full"
        onClick={() => setOpen(!open)}
      >
        {name}
        {set > 0 && (
          <span className="grid size-6 place-items-center rounded-full bg-brand text-on-fill text-sm tabular-nums">
            {set}
            <span className="sr-only"> {set === 1 ? 'puesto' : 'puestos'}</span>
          </span>
        )}
      </Button>
      <div
        className={`order-last w-full flex-wrap gap-3 max-sm:grid-cols-2 large-type:max-sm:grid-cols-1 ${open ? 'max-sm:grid sm:flex' : 'hidden'}`}
      >
        {children}
      </div>
    </>
  )
}
