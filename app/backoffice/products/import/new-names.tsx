import type { ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import type { Choosing } from './preview-choices.ts'
import { Limited, LimitedCard, Section, Tick } from './section.tsx'

type NewName = NonNullable<ImportReport['preview']>['newCategories'][number]

/** New categories or laboratories. A new name that resembles an existing name can be merged with it. */
export function NewNames({
  title,
  names,
  kind,
  ...choosing
}: { title: string; names: readonly NewName[]; kind: 'categories' | 'laboratories' } & Choosing) {
  if (names.length === 0) return null
  const byProducts = [...names].sort((a, b) => b.products - a.products)
  const similar = byProducts.filter((one) => one.similar !== null)
  const others = byProducts.filter((one) => one.similar === null)
  return (
    <Section title={title} text="Se crean al guardar.">
      {similar.length > 0 && (
        <LimitedCard
          rows={similar}
          rowKey={({ name }) => name}
          className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 px-4 py-1.5"
        >
          {({ name, products, similar }) => (
            <>
              <NameAndCount name={name} products={products} />
              <Tick
                label={`Unir con ${similar}`}
                aria-label={`Unir ${name} con ${similar}`}
                of={kind}
                keys={[name]}
                {...choosing}
              />
            </>
          )}
        </LimitedCard>
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

const NameAndCount = ({ name, products }: Pick<NewName, 'name' | 'products'>) => (
  <p className="min-w-0">
    <span className="wrap-anywhere font-semibold">{name}</span>
    <span className="ml-2 whitespace-nowrap text-sm text-soft tabular-nums">
      {counted(products, 'producto', 'productos')}
    </span>
  </p>
)
