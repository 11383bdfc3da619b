import type { ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { Limited, Section } from './section.tsx'

type NewName = NonNullable<ImportReport['preview']>['newCategories'][number]

/** New categories or laboratories. A new name that resembles an existing name can be merged with it. */
export function NewNames({
  title,
  names,
  merged,
  disabled,
  onMerge,
}: {
  title: string
  names: readonly NewName[]
  merged: ReadonlySet<string>
  disabled: boolean
  onMerge: (name: string, merge: boolean) => void
}) {
  const byProducts = [...names].sort((a, b) => b.products - a.products)
  const similar = byProducts.filter((one) => one.similar !== null)
  const others = byProducts.filter((one) => one.similar === null)
  return (
    <Section title={title} text="Se crean al guardar.">
      {similar.length > 0 && (
        <Limited rows={similar}>
          {(shown) => (
            <ul className="card divide-y divide-line">
              {shown.map(({ name, products, similar }) => (
                <li
                  key={name}
                  className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 px-4 py-1.5"
                >
                  <NameAndCount name={name} products={products} />
                  <Checkbox
                    label={`Unir con ${similar}`}
                    aria-label={`Unir ${name} con ${similar}`}
                    checked={merged.has(name)}
                    disabled={disabled}
                    onChange={({ target }) => onMerge(name, target.checked)}
                  />
                </li>
              ))}
            </ul>
          )}
        </Limited>
      )}
      {others.length > 0 && (
        <Limited rows={others}>
          {(shown) => (
            <ul className="flex flex-wrap gap-2">
              {shown.map(({ name, products }) => (
                <li key={name} className="rounded-lg border border-line bg-paper px-3 py-1.5">
                  <NameAndCount name={name} products={products} />
                </li>
              ))}
            </ul>
          )}
        </Limited>
      )}
    </Section>
  )
}

function NameAndCount({ name, products }: Pick<NewName, 'name' | 'products'>) {
  return (
    <p className="min-w-0">
      <span className="wrap-anywhere font-semibold">{name}</span>
      <span className="ml-2 whitespace-nowrap text-sm text-soft tabular-nums">
        {counted(products, 'producto', 'productos')}
      </span>
    </p>
  )
}
