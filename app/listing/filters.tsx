import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Options } from '../ui/field.tsx'
import { type List, useList } from './listing.ts'
import type { Params, State } from './url-state.ts'

type Change<Filters extends Params> = Parameters<List<Filters>['url']>[0]

/** A link that sets filters of a list. */
type FilterChip<Filters extends Params> = {
  name: string
  set: Change<Filters>
  /** Whether the chip is the current one; by default, whether the list has its values. */
  current?: boolean
}

/**
 * Links that set a list's filters: those of `of`, by default all. A filter that a chip doesn't name is removed. The search and
 * the order stay, unless the chip names them.
 */
export function FilterChips<Filters extends Params>({
  label,
  list,
  of,
  chips,
}: {
  label: string
  list: List<Filters>
  of?: readonly (keyof Filters & string)[]
  chips: readonly FilterChip<Filters>[]
}) {
  const { state, link } = useList(list)
  const all = Object.entries(list.filters).filter(([, { narrows = true }]) => narrows)
  const keys = of ?? all.map(([key]) => key)
  const values = (set: Change<Filters>): Partial<State<Params>> =>
    Object.fromEntries(keys.map((key) => [key, (set as State<Params>)[key]]))
  return (
    <nav aria-label={label} className="min-w-0 max-sm:-mx-4 max-sm:w-[calc(100%+(--spacing(8)))]">
      <ul className="flex flex-wrap gap-1 max-sm:gap-1.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]">
        {chips.map(({ name, set, current = keys.every((key) => state[key] === values(set)[key]) }) => (
          <li key={name} className="shrink-0">
            <Link
              to={link({ ...values(set), ...set })}
              preventScrollReset
              aria-current={current ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-3 font-semibold text-sm sm:min-h-8 sm:px-2.5 sm:text-[0.8125rem] hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-fill"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A dropdown that filters or sorts a list. */
export function FilterChoice<Value extends string>({
  name,
  all,
  value,
  options,
  onChange,
  className = '',
}: {
  name: string
  /** The name of the first option, which doesn't filter. */
  all?: string
  value: Value | undefined
  /** The options by value; in a list, each name is its own value. */
  options: Readonly<Record<Value, { name: string }>> | readonly Value[]
  onChange: (value: Value | undefined) => void
  className?: string
}) {
  return (
    <select
      aria-label={name}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value ? (target.value as Value) : undefined)}
      className={`control min-w-0 pr-1 max-sm:pl-2.5 ${className}`}
    >
      {all && <option value="">{all}</option>}
      <Options of={options} />
    </select>
  )
}

/** The less frequent filters of a list, behind a button with the number of those that are set. */
export function MoreFilters({
  name = 'Más filtros',
  set,
  beside = false,
  children,
}: {
  name?: string
  /** Whether the button stands beside the search on phones, as an icon. */
  beside?: boolean
  /** The number of these filters that are set. */
  set: number
  children: React.ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        icon={beside ? 'filter' : open ? 'chevron-up' : 'chevron-down'}
        aria-expanded={open}
        className={beside ? 'max-sm:order-2 sm:px-4 max-sm:px-3' : 'max-sm:w-full'}
        onClick={() => setOpen(!open)}
      >
        <span className={beside ? 'max-sm:sr-only' : ''}>{name}</span>
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
