import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { type List, useList } from './listing.ts'
import type { Params, State } from './url-state.ts'

type Change<Filters extends Params> = Parameters<List<Filters>['url']>[0]

/** A link that sets filters of a list. */
export type FilterChip<Filters extends Params> = {
  name: string
  set: Change<Filters>
  /** Absent: whether the list has these values. */
  current?: boolean
}

/**
 * Links that set a list's filters, those of `of` or all; a filter that a chip doesn't name is removed. The search and the order stay,
 * unless the chip names them.
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
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ name, set, current = keys.every((key) => state[key] === values(set)[key]) }) => (
          <li key={name}>
            <Link
              to={link({ ...values(set), ...set })}
              preventScrollReset
              aria-current={current ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-fill"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Options = Readonly<Record<string, { name: string }>> | readonly string[]

const entriesOf = (options: Options): (readonly [string, string])[] =>
  Array.isArray(options)
    ? options.map((name: string) => [name, name])
    : Object.entries(options as Record<string, { name: string }>).map(([value, { name }]) => [value, name])

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
      {entriesOf(options).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

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
