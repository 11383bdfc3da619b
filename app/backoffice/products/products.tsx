import { useEffect, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  href,
  Link,
  type MetaFunction,
  type NavigateFunction,
  useNavigate,
  useRevalidator,
} from 'react-router'
import type { ImportReport } from '#contract/import-report.ts'
import { today } from '#contract/store-day.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf, showServerFailure } from '../../api/server-failure.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { FROM_LIST } from '../../listing/back-link.tsx'
import { useChosenRows } from '../../listing/chosen-rows.tsx'
import { loadListing, useList } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { readState } from '../../listing/url-state.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
import { closeMenu, MENU_ROW, MenuRow, PopoverMenu } from '../../ui/popover-menu.tsx'
import { ChangedProduct } from './changed-product.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ReportCard } from './import/report.tsx'
import { UploadForm } from './import/upload-form.tsx'
import { useFieldEdits } from './list/field-cell.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useScanner } from './list/use-scanner.ts'
import { productColumns } from './product-columns.tsx'
import { BY_NAME, PRODUCTS } from './product-filters.ts'
import { valuesOf, withParsedPrices } from './product-values.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Productos') }]

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const [listing, categories] = await Promise.all([
    loadListing(
      request,
      ({ order, ...query }) => browserApi.listProducts({ query: { ...query, ...order }, signal }),
      PRODUCTS,
    ),
    // The list works without the category dropdown, so its failure is silent.
    browserApi.listCategories({ query: {}, signal }).then(
      ({ data }) => data.map(({ categoryName }) => categoryName),
      () => [],
    ),
  ])
  // The list's filters and search, for the export and for changes of all found products.
  const { order: _, ...filters } = readState(PRODUCTS.filters, new URL(request.url).searchParams)
  return { listing, categories, found: { ...filters, search: listing.search } }
}

export const HydrateFallback = Screen
export default Screen

/** The product list. */
function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { listing, categories = [], found } = loaderData ?? {}
  useFailureDialog(listing)
  const [uploading, setUploading] = useState(false)
  const [report, setReport] = useState<ImportReport | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { order = BY_NAME } = useList(PRODUCTS).state
  const edits = useFieldEdits(listing?.rows)
  const { conflict } = edits
  // If more products are found than the server counts, they can't all be changed at once.
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
        list={PRODUCTS}
        listing={listing && { ...listing, rows: edits.rows ?? [] }}
        columns={productColumns({ order, edits, chosen })}
        empty="No se han registrado productos"
        next={
          <LinkButton to={href('/dashboard/products/new-product')} state={FROM_LIST} icon="plus">
            Ingresar Producto
          </LinkButton>
        }
        tableFrom="wide"
        below={
          <SelectionBar
            chosen={chosen}
            filter={found ?? {}}
            retired={found?.retired === true}
            categories={categories}
          />
        }
      >
        <ListingHead>
          <PopoverMenu
            trigger={(props) => (
              <Button {...props} look="secondary">
                Excel
                <Icon name="chevron-down" className="size-5" />
              </Button>
            )}
          >
            <MenuRow icon="upload" onClick={() => setUploading(true)}>
              Subir Excel
            </MenuRow>
            <DownloadButton
              row
              load={() => browserApi.exportProducts({ query: found ?? {} })}
              fileName={() => `productos-${today()}.xlsx`}
              count={{ rows: listing && !listing.failure ? listing.total : undefined, of: 'productos' }}
            >
              Descargar productos (Excel)
            </DownloadButton>
            <a
              href="/formato-productos-excel.xlsx"
              download="formato-productos-excel.xlsx"
              className={MENU_ROW}
              onClick={closeMenu}
            >
              <Icon name="download" className="size-5" />
              Descargar formato Excel
            </a>
            <Link to={href('/dashboard/products/imports')} className={MENU_ROW}>
              <Icon name="clock" className="size-5" />
              Importaciones
            </Link>
          </PopoverMenu>
          <LinkButton
            to={href('/dashboard/products/receive')}
            state={FROM_LIST}
            look="secondary"
            icon="truck"
            className="max-sm:order-last max-sm:col-span-2"
          >
            Recibir mercadería
          </LinkButton>
          <LinkButton
            to={href('/dashboard/products/new-product')}
            state={FROM_LIST}
            icon="plus"
            className="max-sm:px-2"
          >
            Ingresar Producto
          </LinkButton>
        </ListingHead>
        <ListingSearch label="Buscar producto...">
          <FilterBar categories={categories} />
        </ListingSearch>
      </ListingTable>
      {/* Asks which value to keep when somebody else has changed the product of an edited cell. */}
      {conflict && (
        <ChangedProduct
          before={conflict.before}
          theirs={conflict.theirs}
          mine={() =>
            withParsedPrices({ ...valuesOf(conflict.theirs), [conflict.field]: conflict.text.trim() })
          }
          onClose={() => conflict.settle(null)}
          onChoose={(values) => conflict.settle(values[conflict.field])}
        />
      )}
      <FormModal open={uploading} onClose={() => setUploading(false)} title="Subir informacion del Excel">
        {uploading && <UploadForm onImported={imported} />}
      </FormModal>
    </>
  )
}

/** Opens the product with a barcode, even a retired one; offers to create it when there is none. */
async function openByCode(code: string, navigate: NavigateFunction): Promise<void> {
  try {
    const [product] = (await browserApi.listProducts({ query: { code } })).data
    if (product)
      return void (await navigate(href('/dashboard/products/edit-product/:id', { id: product._id }), {
        state: FROM_LIST,
      }))
  } catch (error) {
    await refusalOf(error)
    return showServerFailure()
  }
  const enter = await notice.confirm({
    title: 'No hay un producto con este código',
    text: code,
    icon: 'info',
    confirm: 'Ingresar Producto',
  })
  if (enter) await navigate(href('/dashboard/products/new-product'), { state: { start: { barcode: code } } })
}
