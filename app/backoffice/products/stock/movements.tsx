import { useState } from 'react'
import { href } from 'react-router'
import type { StockMovement } from '#contract/stock.ts'
import { today } from '#contract/store-day.ts'
import { formatWhole } from '#domain/price.ts'
import { STOCK_CAUSE_NAMES } from '#domain/stock-cause.ts'
import { browserApi } from '../../../api/client.ts'
import { useReloadable } from '../../../api/use-loaded.ts'
import { DownloadButton } from '../../../forms/download-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { momentColumn } from '../../moment-column.tsx'
import { ORDERS } from '../../orders/order-filters.ts'

const PAGE_SIZE = 10

/**
 * The movements of a product's stock, newest first. They aren't part of the screen's data, so that loading more doesn't load the
 * form again.
 *
 * @param stock the loaded stock; another value loads the movements again
 */
export function StockMovements({ productId, stock }: { productId: string; stock: number }) {
  const [pages, setPages] = useState(1)
  const { value, failure, loading, reload } = useReloadable(async (signal) => {
    const read = (page: number) =>
      browserApi.listStockMovements({
        params: { id: productId },
        query: { page, pageSize: PAGE_SIZE },
        signal,
      })
    const answers = await Promise.all(Array.from({ length: pages }, (_, index) => read(index + 1)))
    return { rows: answers.flatMap(({ data }) => data), total: answers[0]!.total }
  }, `${productId} ${stock} ${pages}`)
  const { rows, total } = value ?? { rows: undefined, total: 0 }
  return (
    <section aria-label="Movimientos de stock" className="mt-10 grid gap-4">
      <DataTable
        label="Movimientos de stock"
        columns={columns}
        rows={rows ?? (failure ? [] : undefined)}
        rowKey={({ _id }) => _id}
        empty={failure ? <ListFailure text={failure} onRetry={reload} /> : 'Sin movimientos de stock'}
        tableFrom="narrow"
        toolbar={
          <>
            <h2 className="text-lg">Movimientos de stock</h2>
            <DownloadButton
              load={() => browserApi.exportStockMovements({ query: { product: productId } })}
              fileName={() => `movimientos-de-stock-${today()}.xlsx`}
            >
              Descargar movimientos (Excel)
            </DownloadButton>
          </>
        }
      />
      {rows && failure && (
        <div className="text-soft">
          <ListFailure text={failure} onRetry={reload} />
        </div>
      )}
      {rows && !failure && rows.length < total && (
        <Button
          look="secondary"
          loading={loading}
          onClick={() => setPages(pages + 1)}
          className="justify-self-center"
        >
          {`Ver anteriores (${formatWhole(total - rows.length)})`}
        </Button>
      )}
    </section>
  )
}

/** The cause, with a link to the order or the import. */
function Cause({ cause, order, import: file }: StockMovement) {
  const name = STOCK_CAUSE_NAMES[cause]
  if (order !== null)
    return (
      <>
        {name}: <TextLink to={ORDERS.url({ search: String(order) })}>N° {order}</TextLink>
      </>
    )
  if (!file) return name
  return (
    <>
      {name}:{' '}
      <TextLink to={href('/dashboard/products/imports/:id', { id: file._id })} className="wrap-anywhere">
        {file.fileName}
      </TextLink>
    </>
  )
}

const columns: Columns<StockMovement> = {
  date: momentColumn('Fecha', ({ date }) => date),
  reason: { header: 'Motivo', cell: (movement) => <Cause {...movement} /> },
  who: { header: 'Quién', cell: ({ who }) => who || '—' },
  change: {
    header: 'Cambio',
    align: 'end',
    cell: ({ change }) => (
      <span className={change < 0 ? 'text-coral' : 'text-brand'}>
        {change < 0 ? '−' : '+'}
        {formatWhole(Math.abs(change))}
      </span>
    ),
  },
  balance: {
    header: 'Saldo',
    align: 'end',
    cell: ({ balance }) => <strong>{formatWhole(balance)}</strong>,
  },
}
