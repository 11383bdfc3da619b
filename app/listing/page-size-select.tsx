import { PAGE_SIZES, type PageSize } from '#domain/page-size.ts'

/** Chooses how many rows a page has. */
export function PageSizeSelect({
  of,
  value,
  onChange,
}: {
  /** The list's title, for screen readers. */
  of: string
  value: PageSize
  onChange: (size: PageSize) => void
}) {
  return (
    <label className="flex items-center gap-2 text-sm text-soft">
      Filas por página
      <select
        aria-label={`Filas por página de ${of}`}
        value={value}
        onChange={(event) => onChange(Number(event.target.value) as PageSize)}
        className="control min-h-10 w-20 py-1 pr-1 pl-2.5 tabular-nums"
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}
