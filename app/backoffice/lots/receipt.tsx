import { Fragment } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { Receipt } from '#contract/lots.ts'
import { writtenDay } from '#domain/lots.ts'
import { formatWhole } from '#domain/price.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { BackLink } from '../../listing/back-link.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProductLink } from '../products/product-link.tsx'
import { longDate } from '../store-time.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Recepción') }]

export const clientLoader = ({ request: { signal }, params }: ClientLoaderFunctionArgs) =>
  loadOrFailure(async () => ({
    receipt: (await browserApi.getReceipt({ params: { id: params.id! }, signal })).data,
  }))

export const HydrateFallback = Screen
export default Screen

/** One receipt of goods, with its print and undo buttons. */
function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
  return (
    <div className="mx-auto grid max-w-[64rem] gap-4">
      <div className="print:hidden">
        <BackLink to={href('/dashboard/products/receipts')}>Recepciones</BackLink>
      </div>
      {loaded?.failure !== null && <h1 className="text-xl">Recepción</h1>}
      <WhenLoaded of={loaded} loading={<Skeleton className="h-64" />}>
        {({ receipt }) => <ReceiptSheet receipt={receipt} />}
      </WhenLoaded>
    </div>
  )
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { number, supplier, document, date, who, lines, units, undoneAt } = receipt
  const saved = useSaved()
  const facts = [
    ['Proveedor', supplier],
    ['N° de guía o factura', document],
    ['Fecha', longDate(date)],
    ['Quién', who],
    ...(undoneAt ? [['Deshecha', longDate(undoneAt)]] : []),
    ['Unidades', formatWhole(units)],
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl">
          Recepción N° {number} {undoneAt && <Badge>Deshecha</Badge>}
        </h1>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
          <Button look="secondary" icon="print" onClick={() => window.print()}>
            Imprimir
          </Button>
          {/* A refusal names the units that have left the stock. */}
          {!undoneAt && (
            <ActionButton
              look="secondary"
              icon="rotate"
              act={async () =>
                saved('Listo!', (await browserApi.undoReceipt({ params: { id: receipt._id } })).message)
              }
              ask={{
                title: `¿Deshacer la recepción N° ${number}?`,
                text: `El stock baja en ${formatWhole(units)} unidades. Solo se puede mientras estén todas.`,
                confirm: 'Deshacer',
                danger: true,
              }}
              dialog="message"
            >
              Deshacer
            </ActionButton>
          )}
          <LinkButton to={href('/dashboard/products/receive')} icon="truck">
            Recibir mercadería
          </LinkButton>
        </div>
      </div>
      <p className="hidden print:block">{store.name}</p>
      <dl className="card grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 p-4">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere">{value || '—'}</dd>
          </Fragment>
        ))}
      </dl>
      <DataTable
        label="Productos recibidos"
        columns={columns}
        rows={lines.map((line, place) => ({ ...line, place }))}
        rowKey={({ place }) => String(place)}
        empty=""
        tableFrom="narrow"
      />
    </>
  )
}

const columns: Columns<Receipt['lines'][number]> = {
  barcode: {
    header: 'Código de barras',
    cell: ({ barcode }) => barcode || '—',
    className: 'tabular-nums wrap-anywhere as-table:min-w-32',
  },
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ productId, tradename }) => <ProductLink id={productId}>{tradename}</ProductLink>,
    className: 'as-card:order-first',
  },
  lot: { header: 'Lote', cell: ({ lot }) => lot || '—', className: 'wrap-anywhere' },
  expires: {
    header: 'Vencimiento',
    cell: ({ expires }) => (expires ? writtenDay(expires) : '—'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  units: { header: 'Unidades', align: 'end', cell: ({ units }) => formatWhole(units) },
}
