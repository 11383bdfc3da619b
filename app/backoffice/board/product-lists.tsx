import { href, Link } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import { counted, formatWhole } from '#domain/price.ts'

/** The best-selling products, and the products that run out soon. */
export function ProductLists({ bestSellers, runningOut }: Pick<BoardData, 'bestSellers' | 'runningOut'>) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ProductList
        title="Más vendidos en 30 días"
        empty="Todavía no hay ventas en los últimos 30 días."
        products={bestSellers.map(({ units, ...product }) => ({
          ...product,
          figure: counted(units, 'unidad', 'unidades'),
        }))}
      />
      <ProductList
        title="Se agotan pronto"
        note={
          runningOut.total > runningOut.products.length
            ? `Los primeros ${runningOut.products.length} de ${formatWhole(runningOut.total)}, según la venta diaria de 30 días.`
            : 'En dos semanas o menos, según la venta diaria de 30 días.'
        }
        empty="Ningún producto se agota en las próximas dos semanas."
        products={runningOut.products.map(({ stock, days, ...product }) => ({
          ...product,
          figure: `${formatWhole(stock)} en stock, ${durationOf(days)}`,
        }))}
      />
    </div>
  )
}

const durationOf = (days: number) =>
  days === 0 ? 'menos de un día' : days === 1 ? 'para 1 día' : `para ${days} días`

type ListProps = {
  title: string
  note?: string
  empty: string
  products: { _id: string; tradename: string; figure: string }[]
}

function ProductList({ title, note, empty, products }: ListProps) {
  return (
    <section aria-label={title} className="card break-inside-avoid p-4">
      <h2 className="text-lg">{title}</h2>
      {note && products.length > 0 && <p className="text-sm text-soft">{note}</p>}
      {products.length === 0 ? (
        <p className="mt-2 text-soft">{empty}</p>
      ) : (
        <ol className="mt-2 text-sm">
          {products.map(({ _id, tradename, figure }) => (
            <li
              key={_id}
              className="flex items-baseline justify-between gap-4 border-line border-b last:border-b-0"
            >
              <Link
                to={href('/dashboard/products/edit-product/:id', { id: _id })}
                className="wrap-anywhere min-w-0 py-2 font-semibold hover:underline"
              >
                {tradename}
              </Link>
              <span className="shrink-0 text-right tabular-nums">{figure}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
