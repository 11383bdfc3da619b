import { type Adjustment, adjustmentText } from '../../cart/sync-cart.ts'
import { Banner } from '../../ui/banner.tsx'

export function Adjustments({ adjusted }: { adjusted: Adjustment[] }) {
  return (
    <div role="status" className="empty:hidden">
      {adjusted.length > 0 && (
        <Banner tone="yellow" icon="warning">
          <p className="font-semibold">Ajustamos tu carrito. Revísalo antes de continuar.</p>
          <ul className="list-disc pl-5">
            {adjusted.map((adjustment) => (
              <li key={adjustment.productId}>{adjustmentText(adjustment)}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
