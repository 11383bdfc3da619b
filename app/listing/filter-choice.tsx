type Options = Record<string, { name: string }> | readonly string[]

const entriesOf = (options: Options): (readonly [string, string])[] =>
  Array.isArray(options)
    ? options.map((name: string) => [name, name])
    : Object.entries(options as Record<string, { name: string }>).map(([value, { name }]) => [value, name])

/** A dropdown that filters or sorts a list. */
export function FilterChoice({
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
  value: string
  /** The options by value; in a list, each name is its own value. */
  options: Options
  onChange: (value: string) => void
  className?: string
}) {
  return (
    <select
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
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
