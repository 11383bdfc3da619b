import type { BoardData } from '#contract/board.ts'
import { counted, formatPrice, formatWhole } from '#domain/price.ts'
import { ProductLink } from '../products/product-link.tsx'

/** The best-selling products, and the products that run out soon. */
export function ProductLists({ bestSellers, runningOut }: Pick<BoardData, 'bestSellers' | 'runningOut'>) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Ranking
        title="Más vendidos en 30 días"
        empty="Todavía no hay ventas en los últimos 30 días."
        rows={bestSellers.map((product) => ranked(product, counted(product.units, 'unidad', 'unidades')))}
      />
      <Ranking
        title="Se agotan pronto"
        note={
          runningOut.total > runningOut.products.length
            ? `Los primeros ${runningOut.products.length} de ${formatWhole(runningOut.total)}, según la venta diaria de 30 días.`
            : 'En dos semanas o menos, según la venta diaria de 30 días.'
        }
        empty="Ningún producto se agota en las próximas dos semanas."
        rows={runningOut.products.map((product) =>
          ranked(product, `${formatWhole(product.stock)} en stock, ${durationOf(product.days)}`),
        )}
      />
    </div>
  )
}

/** The discounts given and the sales made by each code in the last 30 days. */
export const CouponList = ({ coupons }: Pick<BoardData, 'coupons'>) => (
  <Ranking
    title="Códigos en 30 días"
    empty=""
    rows={coupons.map(({ code, orders, given, brought }) => ({
      ...{ key: code, name: code },
      figure: `${counted(orders, 'pedido', 'pedidos')} por ${formatPrice(brought)}, con ${formatPrice(given)} de descuento`,
    }))}
  />
)

const ranked = ({ _id, tradename }: { _id: string; tradename: string }, figure: string): Ranked => ({
  ...{ key: _id, figure },
  name: <ProductLink id={_id}>{tradename}</ProductLink>,
})

const durationOf = (days: number) =>
  days === 0 ? 'menos de un día' : days === 1 ? 'para 1 día' : `para ${days} días`

type Ranked = { key: string; name: React.ReactNode; figure: string }

/** A list of names, each with its figure. */
function Ranking({
  title,
  note,
  empty,
  rows,
}: {
  title: string
  note?: string
  empty: string
  rows: Ranked[]
}) {
  return (
    <section aria-label={title} className="card break-inside-avoid p-4">
      <h2 className="text-lg">{title}</h2>
      {note && rows.length > 0 && <p className="text-sm text-soft">{note}</p>}
      {rows.length === 0 ? (
        <p className="mt-2 text-soft">{empty}</p>
      ) : (
        <ol className="mt-2 text-sm">
          {rows.map(({ key, name, figure }) => (
            <li
              key={key}
              className="flex items-baseline justify-between gap-4 border-line border-b last:border-b-0"
            >
              <span className="wrap-anywhere min-w-0 py-2 font-semibold">{name}</span>
              <span className="text-right tabular-nums">{figure}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
