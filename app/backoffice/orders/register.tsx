import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction } from 'react-router'
import type { RegisterRow } from '#contract/order-prescriptions.ts'
import { today } from '#contract/store-day.ts'
import { fullRut } from '#domain/rut.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useAction } from '../../forms/use-action.ts'
import { FilterChips } from '../../listing/filters.tsx'
import { defineList, loadListing, useList } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { day, flag } from '../../listing/url-state.ts'
import { orderMoment, writtenDay } from '../../orders/order-date.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { DayRange } from '../day-filter.tsx'
import { longDate } from '../store-time.ts'
import { ORDERS } from './order-filters.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Libro de recetas') }]

const REGISTER = defineList({
  filters: { from: day('desde'), to: day('hasta'), struck: flag('anuladas', 'si', true) },
})

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadListing(request, (query) => browserApi.listRegister({ query, signal: request.signal }), REGISTER)

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: list }: ScreenProps<typeof clientLoader>) {
  const { state, filters, set } = useList(REGISTER)
  const { from, to } = filters
  const query = { ...filters, search: state.search }
  const [printed, setPrinted] = useState<{ data: RegisterRow[]; total: number }>()
  const printing = useAction(async () => setPrinted(await browserApi.listRegister({ query })))
  return (
    <>
      <div className="print:hidden">
        <ListingTable
          title="Libro de recetas"
          list={REGISTER}
          listing={list}
          columns={columns}
          empty="No hay recetas dispensadas"
          tableFrom="wide"
        >
          <ListingHead>
            <Button
              look="secondary"
              icon="print"
              loading={printing.working}
              disabled={!list?.total}
              onClick={() => printing.run()}
            >
              Imprimir
            </Button>
            <DownloadButton
              load={() => browserApi.exportRegister({ query })}
              fileName={() =>
                from && to ? `libro-de-recetas-${from}-a-${to}.xlsx` : `libro-de-recetas-${today()}.xlsx`
              }
            >
              Descargar (Excel)
            </DownloadButton>
            <FieldError error={printing.failure} />
          </ListingHead>
          <ListingSearch label="Buscar receta...">
            <DayRange from={from} to={to} onChange={set} />
            <FilterChips
              label="Qué recetas"
              list={REGISTER}
              of={['struck']}
              chips={[
                { name: 'Vigentes', set: {} },
                { name: 'Con anuladas', set: { struck: true } },
              ]}
            />
          </ListingSearch>
        </ListingTable>
      </div>
      {printed && <Printed rows={printed.data} total={printed.total} days={filters} />}
    </>
  )
}

/** All rows of the filter on paper, not only the shown page: the server answers up to a thousand. */
function Printed({ rows, total, days }: { rows: RegisterRow[]; total: number; days: Days }) {
  useEffect(() => {
    if (rows) window.print()
  }, [rows])
  return (
    <div className="hidden text-sm print:block">
      <h1 className="text-xl">Libro de recetas</h1>
      <p className="mb-3 text-soft">
        {days.from && `Desde el ${writtenDay(days.from)}. `}
        {days.to && `Hasta el ${writtenDay(days.to)}. `}
        {total > rows.length && `Las ${rows.length} más nuevas de ${total.toLocaleString('es-CL')}. `}
        Al {longDate(new Date().toISOString())}
      </p>
      <DataTable
        label="Libro de recetas impreso"
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        empty="No hay recetas dispensadas"
        tableFrom="slim"
      />
    </div>
  )
}

type Days = { from: string | undefined; to: string | undefined }

/** A cell's text in one line, cut on the screen and complete on paper. */
const ONE_LINE = 'compact:as-table:truncate print:whitespace-normal!'

const rutText = (rut: string) => (/^\d+$/.test(rut) ? fullRut(rut) : rut)

const Person = ({ name, rut }: { name: string; rut: string }) =>
  name || rut ? (
    <>
      <span className={`block wrap-anywhere compact:as-table:max-w-36 ${ONE_LINE}`} title={name}>
        {name}
      </span>
      {rut && <span className="whitespace-nowrap text-soft tabular-nums">{rutText(rut)}</span>}
    </>
  ) : (
    '—'
  )

/** The content of a cell; struck through in a line whose dispensing was taken back. */
const cell = (content: (row: RegisterRow) => React.ReactNode) => (row: RegisterRow) =>
  row.struckAt ? <s className="block text-soft">{content(row)}</s> : content(row)

const columns: Columns<RegisterRow> = {
  date: {
    header: 'Fecha',
    className: 'tabular-nums',
    cell: (row) => (
      <>
        {cell(({ date }) => <time dateTime={date}>{orderMoment(date)}</time>)(row)}
        {row.struckAt && (
          <Badge tone="red">
            <span title={`Anulada el ${orderMoment(row.struckAt)}`}>Anulada</span>
          </Badge>
        )}
      </>
    ),
  },
  number: {
    header: 'N° pedido',
    className: 'tabular-nums',
    cell: cell(({ order }) => (
      <Link to={ORDERS.url({ search: String(order.nro_delivery) })} className="link">
        {order.nro_delivery}
      </Link>
    )),
  },
  patient: { header: 'Paciente', cell: cell(({ patient }) => <Person {...patient} />) },
  prescriber: { header: 'Prescriptor', cell: cell(({ prescriber }) => <Person {...prescriber} />) },
  condition: { header: 'Condición', cell: cell(({ saleCondition }) => SALE_CONDITION_NAMES[saleCondition]) },
  product: {
    header: 'Producto',
    className: 'compact:as-table:w-full compact:as-table:max-w-0 compact:as-table:min-w-44',
    cell: cell(({ product, dcm }) => (
      <>
        <span className={`block wrap-anywhere ${ONE_LINE}`} title={product}>
          {product}
        </span>
        <span className={`block text-soft wrap-anywhere ${ONE_LINE}`} title={dcm}>
          {dcm}
        </span>
      </>
    )),
  },
  quantity: { header: 'Cantidad', align: 'end', cell: cell(({ quantity }) => quantity) },
  approvedBy: { header: 'Aprobada por', cell: cell(({ approvedBy }) => approvedBy || '—') },
  original: {
    header: 'Original o folio',
    className: 'as-table:min-w-28',
    cell: cell(({ retained, folio }) =>
      retained || folio ? (
        <>
          {retained && <span className="block">Retenido</span>}
          {folio && <span className="block wrap-anywhere">Folio {folio}</span>}
        </>
      ) : (
        '—'
      ),
    ),
  },
}
