import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { dispensingsLeft, prescriberPhrase } from '#domain/lasting-prescription.ts'
import { readableName } from '#domain/readable-name.ts'
import { Banner } from '../ui/banner.tsx'
import { prescriptionRejection } from './prescription-state.tsx'

export const AnotherPrescription = ({ order }: { order: Order }) => (
  <AskAgain
    text="La receta que enviaste no sirve para este pedido. Envíala nuevamente."
    reason={prescriptionRejection(order)}
  />
)

/** The lines of an order that lasting prescriptions cover, and the lines that still need a prescription. */
export function CoveredLines({ order }: { order: Order }) {
  const { coveredBy, state } = order.prescription
  if (coveredBy.length === 0) return null
  const covered = new Set(coveredBy.flatMap(({ products }) => products))
  const open = order.products.filter(
    ({ productId, saleCondition }) =>
      (saleCondition === 'simple' || saleCondition === 'retained') && !covered.has(productId),
  )
  const names = (lines: Order['products']) =>
    keepTogether(lines.map(({ productName }) => readableName(productName)).join(', '))
  return (
    <Banner icon="prescription">
      {coveredBy.map(({ _id, prescriber, products, left, deliveries }) => (
        <p key={_id}>
          <strong>Tu receta vigente {prescriberPhrase(prescriber)}</strong> sirve para{' '}
          {names(order.products.filter(({ productId }) => products.includes(productId)))}. Ahora{' '}
          {dispensingsLeft(left, deliveries)}.
        </p>
      ))}
      {state === 'covered' && (
        <p>No tienes que enviar nada: nuestro químico farmacéutico la confirma antes de la entrega.</p>
      )}
      {state === 'missing' && open.length > 0 && <p>Falta la receta de {names(open)}.</p>}
    </Banner>
  )
}

/** Asks the customer for another payment proof or prescription, above its upload; nothing without a reason. */
export const AskAgain = ({ text, reason }: { text: string; reason: string | undefined }) =>
  reason !== undefined && (
    <Banner role="note" tone="yellow" icon="warning">
      <p className="font-semibold">{text}</p>
      <p>{reason}</p>
    </Banner>
  )
