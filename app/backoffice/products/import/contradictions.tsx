import { counted } from '#domain/price.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { usePreviewing } from './preview-choices.ts'
import { LimitedCard, Section, Tick } from './section.tsx'

/**
 * The sale conditions that are milder in the file than in the list of ingredients, by ingredient. A tick takes the file's
 * condition. For ingredients controlled by law only `check` may become `retained` here; any other change is made in the product's
 * form.
 */
export function Contradictions() {
  const { contradictions } = usePreviewing().report
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
        {({ ingredient, count, names, stated, listed, controlled }) => (
          <>
            <div className="min-w-0">
              <p className="font-semibold">
                {ingredient}: {counted(count, 'producto', 'productos')}
              </p>
              <p className="text-sm">
                La planilla dice «{SALE_CONDITION_NAMES[stated]}», la lista «{SALE_CONDITION_NAMES[listed]}».
              </p>
              <p className="wrap-anywhere text-sm text-soft">
                {names.join(' · ')}
                {count > names.length && ' …'}
              </p>
            </div>
            {controlled && listed !== 'check' ? (
              <p className="text-sm text-soft">Controlado por ley: se cambia en la ficha del producto.</p>
            ) : (
              <Tick
                label={controlled ? 'Usar la receta retenida' : 'Usar la planilla'}
                of="trusted"
                keys={[ingredient]}
              />
            )}
          </>
        )}
      </LimitedCard>
    </Section>
  )
}
