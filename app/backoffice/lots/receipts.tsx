import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { ReceiptRow } from '#contract/lots.ts'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { FROM_LIST } from '../../listing/back-link.tsx'
import { defineList, loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { momentColumn } from '../moment-column.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Recepciones') }]

const RECEIPTS = defineList({ path: href('/dashboard/products/receipts') })

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadListing(request, (query) => browserApi.listReceipts({ query, signal: request.signal }), RECEIPTS)

export const HydrateFallback = Screen
export default Screen

const receive = (
  <LinkButton to={href('/dashboard/products/receive')} icon="truck">
    Recibir mercadería
  </LinkButton>
)

/** The receipts of goods, newest first. */
function Screen({ loaderData: listing }: ScreenProps<typeof clientLoader>) {
  return (
    <ListingTable
      title="Recepciones"
      list={RECEIPTS}
      listing={listing}
      columns={columns}
      empty="No se ha recibido mercadería"
      next={receive}
      tableFrom="regular"
    >
      <ListingHead>{receive}</ListingHead>
      <ListingSearch label="Buscar proveedor o documento..." />
    </ListingTable>
  )
}

const columns: Columns<ReceiptRow> = {
  number: {
    header: 'Recepción',
    bare: true,
    cell: ({ _id, number, undoneAt }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <TextLink to={href('/dashboard/products/receipts/:id', { id: _id })} state={FROM_LIST}>
          N° {number}
        </TextLink>
        {undoneAt && <Badge>Deshecha</Badge>}
      </span>
    ),
  },
  date: momentColumn('Fecha', ({ date }) => date),
  supplier: { header: 'Proveedor', cell: ({ supplier }) => supplier || '—' },
  document: { header: 'Documento', cell: ({ document }) => document || '—', className: 'wrap-anywhere' },
  products: { header: 'Productos', align: 'end', cell: ({ products }) => formatWhole(products) },
  units: { header: 'Unidades', align: 'end', cell: ({ units }) => formatWhole(units) },
  who: { header: 'Quién', cell: ({ who }) => who || '—' },
}
