/** A dropdown that filters a list: the first option filters nothing. */
export function FilterChoice({
  name,
  all,
  value,
  options,
  onChange,
  className = '',
}: {
  name: string
  /** The name of the option that filters nothing. */
  all: string
  value: string
  options: Record<string, { name: string }>
  onChange: (value: string) => void
  className?: string
}) {
  return (
    <select
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`control min-w-0 pr-1 ${className}`}
    >
      <option value="">{all}</option>
      {Object.entries(options).map(([key, { name }]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}
