import { counted } from '#domain/price.ts'
import { usePreviewing } from './preview-choices.ts'
import { Limited, LimitedCard, Section, Tick } from './section.tsx'

/** New categories or laboratories. A new name that resembles an existing name can be merged with it. */
export function NewNames({ title, kind }: { title: string; kind: 'categories' | 'laboratories' }) {
  const { newCategories, newLaboratories } = usePreviewing().preview
  const names = kind === 'categories' ? newCategories : newLaboratories
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

const NameAndCount = ({ name, products }: { name: string; products: number }) => (
  <p className="min-w-0">
    <span className="wrap-anywhere font-semibold">{name}</span>
    <span className="ml-2 whitespace-nowrap text-sm text-soft tabular-nums">
      {counted(products, 'producto', 'productos')}
    </span>
  </p>
)
