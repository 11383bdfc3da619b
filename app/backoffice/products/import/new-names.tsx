import type { ImportReport } from '#contract/imports.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { counted } from './import-values.ts'
import { Limited } from './limited.tsx'

type NewName = NonNullable<ImportReport['preview']>['newCategories'][number]

/** New categories or laboratories. One that is nearly an existing name can be merged with it. */
export function NewNames({
  names,
  merged,
  disabled,
  onMerge,
}: {
  names: readonly NewName[]
  merged: ReadonlySet<string>
  disabled: boolean
  onMerge: (name: string, merge: boolean) => void
}) {
  const similarFirst = [...names].sort(
    (a, b) => Number(b.similar !== null) - Number(a.similar !== null) || b.products - a.products,
  )
  return (
    <Limited rows={similarFirst}>
      {(shown) => (
        <ul className="card divide-y divide-line">
          {shown.map(({ name, products, similar }) => (
            <li
              key={name}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 px-4 py-1.5"
            >
              <p className="min-w-0">
                <span className="wrap-anywhere font-semibold">{name}</span>
                <span className="ml-2 text-sm text-soft tabular-nums">
                  {counted(products, 'producto', 'productos')}
                </span>
              </p>
              {similar !== null && (
                <Checkbox
                  label={`Unir con ${similar}`}
                  aria-label={`Unir ${name} con ${similar}`}
                  checked={merged.has(name)}
                  disabled={disabled}
                  onChange={({ target }) => onMerge(name, target.checked)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Limited>
  )
}
