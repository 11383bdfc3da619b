import type { ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import type { Choosing } from './preview-choices.ts'
import { LimitedCard, Section, Tick } from './section.tsx'

type Contradiction = ImportReport['contradictions'][number]

/** The sale conditions that are milder in the file than in the list of ingredients, by ingredient. A tick takes the file's condition. */
export function Contradictions({
  contradictions,
  ...choosing
}: { contradictions: readonly Contradiction[] } & Choosing) {
  if (contradictions.length === 0) return null
  return (
    <Section
      title="Condición de venta"
      text="La planilla dice algo más libre que la lista de principios activos. Vale la lista, salvo donde elijas la planilla."
    >
      <LimitedCard
        rows={contradictions}
        rowKey={({ ingredient, stated, listed }) => `${ingredient} ${stated} ${listed}`}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-3"
      >
        {(group) => (
          <>
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
            <Trust group={group} {...choosing} />
          </>
        )}
      </LimitedCard>
    </Section>
  )
}

/**
 * The tick that takes the file's condition. For ingredients controlled by law only `check` may become `retained` here; any other
 * change is made in the product's form.
 */
function Trust({
  group: { ingredient, controlled, listed },
  ...choosing
}: { group: Contradiction } & Choosing) {
  if (controlled && listed !== 'check')
    return <p className="text-sm text-soft">Controlado por ley: se cambia en la ficha del producto.</p>
  const label = controlled ? 'Usar la receta retenida' : 'Usar la planilla'
  return <Tick label={label} of="trusted" keys={[ingredient]} {...choosing} />
}
