import type { Order } from '#contract/orders.ts'
import { Button } from '../../ui/button.tsx'

/** Offers the address of the user's last order. */
export function LastAddress({ order, onUse }: { order: Order; onUse: () => void }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-mint p-4">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-sm text-soft">Dirección de tu último pedido</span>
        {order.address}, {order.city}
      </p>
      <Button look="secondary" small onClick={onUse} className="min-h-11">
        Usar esta dirección
      </Button>
    </div>
  )
}
