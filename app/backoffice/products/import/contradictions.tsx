import type { ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { Limited, Section } from './section.tsx'

type Contradiction = ImportReport['contradictions'][number]

/** The sale conditions that are milder in the file than in the list of ingredients, by ingredient. A tick takes the file's condition. */
export function Contradictions({
  contradictions,
  trusted,
  disabled,
  onTrust,
}: {
  contradictions: readonly Contradiction[]
  trusted: ReadonlySet<string>
  disabled: boolean
  onTrust: (ingredient: string, trust: boolean) => void
}) {
  return (
    <Section
      title="Condición de venta"
      text="La planilla dice algo más libre que la lista de principios activos. Vale la lista, salvo donde elijas la planilla."
    >
      <Limited rows={contradictions}>
        {(shown) => (
          <ul className="card divide-y divide-line">
            {shown.map((group) => (
              <li
                key={`${group.ingredient} ${group.stated} ${group.listed}`}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">
                    {group.ingredient}: {counted(group.count, 'producto', 'productos')}
                  </p>
                  <p className="text-sm">
                    La planilla dice «{SALE_CONDITION_NAMES[group.stated]}», la lista «
                    {SALE_CONDITION_NAMES[group.listed]}».
                  </p>
                  <p className="wrap-anywhere text-sm text-soft">
                    {group.names.join(' · ')}
                    {group.count > group.names.length && ' …'}
                  </p>
                </div>
                <Trust group={group} trusted={trusted} disabled={disabled} onTrust={onTrust} />
              </li>
            ))}
          </ul>
        )}
      </Limited>
    </Section>
  )
}

/**
 * The tick that takes the file's condition. For ingredients controlled by law only `check` may become `retained` here; any other
 * change is made in the product's form.
 */
function Trust({
  group: { ingredient, controlled, listed },
  trusted,
  disabled,
  onTrust,
}: { group: Contradiction } & Omit<Parameters<typeof Contradictions>[0], 'contradictions'>) {
  if (controlled && listed !== 'check')
    return <p className="text-sm text-soft">Controlado por ley: se cambia en la ficha del producto.</p>
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-2 font-semibold text-sm">
      <input
        type="checkbox"
        checked={trusted.has(ingredient)}
        disabled={disabled}
        onChange={({ target }) => onTrust(ingredient, target.checked)}
        className="size-5 accent-brand"
      />
      {controlled ? 'Usar la receta retenida' : 'Usar la planilla'}
    </label>
  )
}
