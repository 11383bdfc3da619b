import { Link } from 'react-router'
import { useChosenParams } from './listing-url.ts'
import { changedParams } from './screen-url.ts'

export type FilterChip = {
  name: string
  current: boolean
  /** The list's parameters in the URL that it sets; an empty value removes its parameter. */
  set: Readonly<Record<string, string>>
}

/** Links that set a list's filters; what they don't name stays in the URL, such as the search. */
export function FilterChips({ label, chips }: { label: string; chips: readonly FilterChip[] }) {
  const params = useChosenParams()
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <li key={chip.name}>
            <Link
              to={`?${changedParams(params, chip.set)}`}
              preventScrollReset
              aria-current={chip.current ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-fill"
            >
              {chip.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
