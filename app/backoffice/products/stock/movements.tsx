import { useCallback, useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import type { StockMovement } from '#contract/stock.ts'
import { today } from '#contract/store-day.ts'
import { formatWhole } from '#domain/price.ts'
import { STOCK_CAUSE_NAMES } from '#domain/stock-cause.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { DownloadButton } from '../../../forms/download-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import { momentColumn } from '../../moment-column.tsx'
import { ORDERS } from '../../orders/order-filters.ts'

const PAGE_SIZE = 10

type State = { rows?: StockMovement[]; total: number; failure?: string; loading: boolean }

/**
 * The movements of a product's stock, newest first. They aren't part of the screen's data, so that loading more doesn't load the
 * form again.
 *
 * @param stock the loaded stock; another value loads the movements again
 */
export function StockMovements({ productId, stock }: { productId: string; stock: number }) {
  const [{ rows, total, failure, loading }, setState] = useState<State>({ total: 0, loading: false })
  // The balance of the newest movement is the present stock.
  const stale = rows?.[0] !== undefined && rows[0].balance !== stock

  const load = useCallback(
    async (known: StockMovement[] = []) => {
      setState((state) => ({ ...state, loading: true, failure: undefined }))
      try {
        const page = Math.floor(known.length / PAGE_SIZE) + 1
        const answer = await browserApi.listStockMovements({
          params: { id: productId },
          query: { page, pageSize: PAGE_SIZE },
        })
        // A new movement shifts the pages by a row, so a page may repeat a known row.
        const ids = new Set(known.map(({ _id }) => _id))
        const added = answer.data.filter(({ _id }) => !ids.has(_id))
        setState({ rows: [...known, ...added], total: answer.total, loading: false })
      } catch (error) {
        const { message } = await refusalOf(error)
        setState((state) => ({ ...state, loading: false, failure: message }))
      }
    },
    [productId],
  )
  useEffect(() => {
    void load()
  }, [load])
  useEffect(() => {
    if (stale) void load()
  }, [stale, load])

  return (
    <section aria-label="Movimientos de stock" className="mt-10 grid gap-4">
      <DataTable
        label="Movimientos de stock"
        columns={columns}
        rows={rows ?? (failure ? [] : undefined)}
        rowKey={({ _id }) => _id}
        empty={failure ? <ListFailure text={failure} onRetry={() => load()} /> : 'Sin movimientos de stock'}
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
          <ListFailure text={failure} onRetry={() => load(rows)} />
        </div>
      )}
      {rows && !failure && rows.length < total && (
        <Button look="secondary" loading={loading} onClick={() => load(rows)} className="justify-self-center">
          {`Ver anteriores (${formatWhole(total - rows.length)})`}
        </Button>
      )}
    </section>
  )
}

const link = 'font-semibold text-brand underline'

/** The cause, with a link to the order or the import. */
function Cause({ cause, order, import: file }: StockMovement) {
  const name = STOCK_CAUSE_NAMES[cause]
  if (order !== null)
    return (
      <>
        {name}:{' '}
        <Link to={ORDERS.url({ search: String(order) })} className={link}>
          N° {order}
        </Link>
      </>
    )
  if (!file) return name
  return (
    <>
      {name}:{' '}
      <Link
        to={href('/dashboard/products/imports/:id', { id: file._id })}
        className={`wrap-anywhere ${link}`}
      >
        {file.fileName}
      </Link>
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
