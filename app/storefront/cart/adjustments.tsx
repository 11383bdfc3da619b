import { type Adjustment, adjustmentText } from '../../cart/sync-cart.ts'
import { Icon } from '../../ui/icons.tsx'

/** Lists the lines that were adjusted to the catalogue, so that no customer buys an unwanted product or quantity. */
export function Adjustments({ adjusted }: { adjusted: Adjustment[] }) {
  return (
    <div role="status" className="empty:hidden">
      {adjusted.length > 0 && (
        <div className="flex gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink">
          <Icon name="warning" />
          <div className="min-w-0">
            <p className="font-semibold">Ajustamos tu carrito. Revísalo antes de continuar.</p>
            <ul className="mt-1 list-disc pl-5">
              {adjusted.map((adjustment) => (
                <li key={adjustment.productId} className="[overflow-wrap:anywhere]">
                  {adjustmentText(adjustment)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
