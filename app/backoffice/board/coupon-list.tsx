import type { BoardData } from '#contract/board.ts'
import { formatWhole } from '#domain/price.ts'
import { formatPrice } from '../../ui/price.tsx'

/** What the discount codes of the last 30 days gave and brought. */
export const CouponList = ({ coupons }: Pick<BoardData, 'coupons'>) => (
  <section aria-label="Códigos en 30 días" className="card break-inside-avoid p-4">
    <h2 className="text-lg">Códigos en 30 días</h2>
    <ol className="mt-2 text-sm">
      {coupons.map(({ code, orders, given, brought }) => (
        <li
          key={code}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
        >
          <span className="wrap-anywhere min-w-0 font-semibold">{code}</span>
          <span className="tabular-nums">
            {orders === 1 ? '1 pedido' : `${formatWhole(orders)} pedidos`} por {formatPrice(brought)}, con{' '}
            {formatPrice(given)} de descuento
          </span>
        </li>
      ))}
    </ol>
  </section>
)
