import {
  type ClientLoaderFunctionArgs,
  href,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { PURCHASE_DAYS, type PurchaseLine } from '#contract/stock.ts'
import { requireRole } from '../../../account/require-role.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { DownloadButton } from '../../../forms/download-button.tsx'
import { useChosenParams, useUrlChange } from '../../../listing/listing-url.ts'
import { pageTitle } from '../../../pages/page-title.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import { longDate, today } from '../../store-time.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Reponer') }]

type Days = (typeof PURCHASE_DAYS)[number]

const daysOf = (params: URLSearchParams): Days =>
  PURCHASE_DAYS.find((days) => String(days) === params.get('dias')) ?? 30

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const days = daysOf(new URL(request.url).searchParams)
  try {
    const { data } = await browserApi.readPurchaseList({ query: { days }, signal: request.signal })
    return { lines: data, failure: null }
  } catch (error) {
    return { lines: [], failure: (await refusalOf(error)).message }
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Screen />
}

export default function PurchaseList() {
  return <Screen loaded={useLoaderData<typeof clientLoader>()} />
}

const EMPTY = 'No hay productos que reponer en este plazo'

/** The purchase list by laboratory, to print or to download (docs/product.md#purchase-list). */
function Screen({ loaded }: { loaded?: { lines: PurchaseLine[]; failure: string | null } }) {
  const changeUrl = useUrlChange()
  const days = daysOf(useSearchParams()[0])
  const params = useChosenParams()
  const chosen = params.get('laboratorio') ?? ''
  const all = Map.groupBy(loaded?.lines ?? [], ({ laboratory }) => laboratory)
  const shown = [...all].filter(([laboratory]) => !chosen || laboratory === chosen)
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-xl">Reponer</h1>
          <p className="mt-1 max-w-prose text-soft">
            Lo que se agota en {days} días al ritmo de venta de los últimos 30, y lo que tiene poco stock. La
            cantidad a pedir alcanza para {days} días; sin ventas, la decides tú.
          </p>
          {/* Left out of the server's page, which may have been rendered at another time. */}
          {loaded && <p className="hidden text-soft print:block">Al {longDate(new Date().toISOString())}</p>}
        </div>
        <div inert={!loaded} className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
          <Button look="secondary" icon="print" onClick={() => window.print()}>
            Imprimir
          </Button>
          <DownloadButton
            load={() => browserApi.exportPurchaseList({ query: { days } })}
            fileName={() => `reponer-${today()}.xlsx`}
          >
            Descargar (Excel)
          </DownloadButton>
        </div>
      </div>
      <div inert={!loaded} className="flex flex-wrap gap-3 print:hidden">
        <label className="grid gap-1 max-sm:flex-1">
          <span className="text-sm text-soft">Comprar para</span>
          <select
            className="control"
            value={daysOf(params)}
            onChange={({ target }) => changeUrl({ dias: target.value })}
          >
            {PURCHASE_DAYS.map((days) => (
              <option key={days} value={days}>
                {days} días
              </option>
            ))}
          </select>
        </label>
        <label className="grid min-w-0 gap-1 max-sm:w-full">
          <span className="text-sm text-soft">Laboratorio</span>
          <select
            className="control min-w-0 sm:max-w-72"
            value={chosen}
            onChange={({ target }) => changeUrl({ laboratorio: target.value })}
          >
            <option value="">Todos</option>
            {chosen && !all.has(chosen) && <option>{chosen}</option>}
            {[...all].map(([laboratory, lines]) => (
              <option key={laboratory} value={laboratory}>
                {laboratory} ({lines.length})
              </option>
            ))}
          </select>
        </label>
      </div>
      {!loaded && <Table label="Reponer" />}
      {loaded?.failure && (
        <div className="card grid justify-items-center p-6 text-center">
          <ListFailure text={loaded.failure} />
        </div>
      )}
      {loaded && !loaded.failure && shown.length === 0 && (
        <div className="card grid justify-items-center gap-4 p-10 text-center">
          <p className="text-soft">{EMPTY}</p>
          <LinkButton to={href('/dashboard/products')} look="secondary" icon="box">
            Ver productos
          </LinkButton>
        </div>
      )}
      {shown.map(([laboratory, lines]) => (
        <section key={laboratory} aria-label={laboratory} className="grid gap-3 break-inside-avoid-page">
          <h2 className="text-lg">
            {laboratory} <span className="font-normal text-base text-soft">· {countOf(lines)}</span>
          </h2>
          <Table label={`Reponer de ${laboratory}`} lines={lines} />
        </section>
      ))}
    </div>
  )
}

const countOf = ({ length }: PurchaseLine[]) => (length === 1 ? '1 producto' : `${length} productos`)

const Table = ({ label, lines }: { label: string; lines?: PurchaseLine[] }) => (
  <DataTable
    label={label}
    columns={columns}
    rows={lines}
    rowKey={({ _id }) => _id}
    empty={EMPTY}
    tableFrom="narrow"
  />
)

const number = (value: number) => value.toLocaleString('es-CL')

const columns: Column<PurchaseLine>[] = [
  {
    header: 'Código de barras',
    cell: ({ barcode }) => barcode || '—',
    className: 'tabular-nums as-table:w-44 wrap-anywhere',
  },
  {
    header: 'Producto',
    bare: true,
    cell: ({ _id, tradename }) => (
      <a
        href={href('/dashboard/products/edit-product/:id', { id: _id })}
        className="font-semibold hover:underline"
      >
        {tradename}
      </a>
    ),
    className: 'as-card:order-first',
  },
  { header: 'Stock', align: 'end', cell: ({ stock }) => number(stock), className: 'as-table:w-20' },
  {
    header: 'Vendidos en 30 días',
    align: 'end',
    cell: ({ sold }) => number(sold),
    className: 'as-table:w-36',
  },
  {
    header: 'Cantidad a pedir',
    align: 'end',
    cell: ({ quantity }) => (quantity > 0 ? <strong>{number(quantity)}</strong> : '—'),
    className: 'as-table:w-36',
  },
]
