import { useEffect, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  href,
  type MetaFunction,
  useNavigate,
  useRevalidator,
} from 'react-router'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { ListedProduct } from '#contract/products.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { useChosenRows } from '../../listing/chosen-rows.ts'
import { FROM_LIST } from '../../listing/last-list.ts'
import { ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { useChosenParams } from '../../listing/listing-url.ts'
import { type Listing, loadListing } from '../../listing/load-listing.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ReportCard } from './import/report-card.tsx'
import { UploadModal } from './import/upload-modal.tsx'
import { ExcelMenu } from './list/excel-menu.tsx'
import { FieldConflict } from './list/field-conflict.tsx'
import { useFieldEdits } from './list/field-edits.ts'
import { openByCode } from './list/find-by-code.ts'
import { type ProductOrder, readOrder } from './list/product-order.ts'
import { SelectionBar } from './list/selection-bar.tsx'
import { SortSelect } from './list/sort-heading.tsx'
import { useScanner } from './list/use-scanner.ts'
import { productColumns } from './product-columns.tsx'
import { readFilters } from './product-filters.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Productos') }]

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const params = new URL(request.url).searchParams
  const { query: filters } = readFilters(params)
  const { query: sorted } = readOrder(params)
  const [listing, categories] = await Promise.all([
    loadListing(request, (query) =>
      browserApi.listProducts({ query: { ...query, ...filters, ...sorted }, signal }),
    ),
    // The list works without the category dropdown, so its failure is silent.
    browserApi.listCategories({ query: {}, signal }).then(
      ({ data }) => data.map(({ categoryName }) => categoryName),
      () => [],
    ),
  ])
  // The list's filters and search, for the export and for changes of all that they find.
  const found = { ...filters, search: listing.search }
  return { listing, categories, found }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

type Loaded = {
  listing?: Listing<ListedProduct>
  categories?: string[]
  found?: CallInput<Calls['exportProducts']>['query']
}

const BY_NAME: ProductOrder = { by: 'nombre', descending: false }

/** The product list (docs/product.md#product-list). */
function Screen({ loaderData: { listing, categories = [], found = {} } = {} }: { loaderData?: Loaded }) {
  useFailureDialog(listing)
  const [uploading, setUploading] = useState(false)
  const [report, setReport] = useState<ImportReport | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const params = useChosenParams()
  const order = listing ? readOrder(params).order : BY_NAME
  const edits = useFieldEdits(listing?.rows)
  // More products than were counted can't all be changed at once.
  const chosen = useChosenRows(edits.rows, listing?.more ? undefined : listing?.total)
  useEffect(() => {
    // A file that is dragged over the list can be dropped into the upload's field.
    const open = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') && setUploading(true)
    window.addEventListener('dragenter', open)
    return () => window.removeEventListener('dragenter', open)
  }, [])
  useScanner((code) => void openByCode(code, navigate))

  async function imported(message: string, result: ImportReport) {
    setReport(result)
    void revalidate()
    await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  }

  return (
    <>
      {report && (
        <ReportCard
          key={report._id}
          report={report}
          onChange={async (changed) => {
            setReport(changed)
            await revalidate()
          }}
          onClose={() => setReport(null)}
        />
      )}
      <ListingTable
        title="Productos"
        search="Buscar producto..."
        listing={listing && { ...listing, rows: edits.rows ?? [] }}
        columns={productColumns({ order, edits, chosen })}
        rowKey={({ _id }) => _id}
        empty="No se han registrado productos"
        next={
          <LinkButton to={href('/dashboard/products/new-product')} state={FROM_LIST} icon="plus">
            Ingresar Producto
          </LinkButton>
        }
        tableFrom="wide"
        filters={
          <FilterBar categories={categories} state={listing && readFilters(params).state}>
            <SortSelect order={order} />
          </FilterBar>
        }
        bar={
          <SelectionBar
            chosen={chosen}
            filter={found}
            retired={found.retired === true}
            categories={categories}
          />
        }
        actions={
          <>
            <ExcelMenu
              found={listing && !listing.failure ? listing.total : undefined}
              load={() => browserApi.exportProducts({ query: found })}
              onUpload={() => setUploading(true)}
            />
            <LinkButton
              to={href('/dashboard/products/new-product')}
              state={FROM_LIST}
              icon="plus"
              className="max-sm:px-2"
            >
              Ingresar Producto
            </LinkButton>
          </>
        }
      />
      <FieldConflict edits={edits} />
      <UploadModal open={uploading} onClose={() => setUploading(false)} onImported={imported} />
    </>
  )
}
