import type { CartLine } from '#contract/cart.ts'
import type { LastingPrescription } from '#contract/order-prescriptions.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { dispensingsLeft, ofPrescriber } from '#domain/lasting-prescription.ts'
import { readableName } from '#domain/readable-name.ts'
import { Icon } from '../../ui/icons.tsx'

/** The prescriptions that serve lines of the cart, which need no upload (docs/product.md#prescriptions-that-last). */
export function CoveredLines({
  prescriptions,
  lines,
}: {
  prescriptions: readonly LastingPrescription[]
  lines: readonly CartLine[]
}) {
  const serving = prescriptions.filter(({ covers }) => covers.length > 0)
  if (serving.length === 0) return null
  return (
    <div className="flex gap-3 rounded-lg bg-mint p-4">
      <Icon name="check" className="size-6 text-brand" />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        {serving.map(({ _id, prescriber, covers, left, deliveries }) => (
          <p key={_id}>
            <strong>
              Tienes una receta vigente{prescriber && ` ${ofPrescriber(prescriber)}`}:{' '}
              {dispensingsLeft(left, deliveries)}.
            </strong>{' '}
            No tienes que enviar la receta de{' '}
            {lines
              .filter(({ productId }) => covers.includes(productId))
              .map(({ name }) => keepTogether(readableName(name)))
              .join(', ')}
            .
          </p>
        ))}
      </div>
    </div>
  )
}
