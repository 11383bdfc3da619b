import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ClientLoaderFunctionArgs, href, Link, type MetaFunction, useNavigate } from 'react-router'
import type { ProductLot, RecallRow } from '#contract/lots.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { defineList, loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { shortMoment } from '../../orders/order-date.ts'
import { lotInWords } from '../../orders/taken-lots.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { Checkbox, FieldError, InputField } from '../../ui/field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Retiro de mercado') }]

const RECALLS = defineList({ path: href('/dashboard/products/recalls') })

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadListing(request, (query) => browserApi.listRecalls({ query, signal: request.signal }), RECALLS)

export const HydrateFallback = Screen
export default Screen

/** The recalls, each with the number of its customers who have answered. */
function Screen({ loaderData: listing }: ScreenProps<typeof clientLoader>) {
  const [open, setOpen] = useState(false)
  const start = (
    <Button icon="warning" onClick={() => setOpen(true)}>
      Nuevo retiro
    </Button>
  )
  return (
    <>
      <ListingTable
        title="Retiro de mercado"
        list={RECALLS}
        listing={listing}
        columns={columns}
        empty="No hay retiros de mercado"
        next={start}
        tableFrom="wide"
      >
        <ListingHead>{start}</ListingHead>
        <ListingSearch label="Buscar producto..." />
      </ListingTable>
      <FormModal open={open} onClose={() => setOpen(false)} title="Nuevo retiro de mercado" wide>
        {open && <NewRecall />}
      </FormModal>
    </>
  )
}

/** The lots of a recall in words. */
export const lotsInWords = ({ whole, lots }: Pick<RecallRow, 'whole' | 'lots'>) =>
  whole ? 'Todo el producto' : lots.map(lotInWords).join('; ')

const columns: Columns<RecallRow> = {
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ _id, tradename }) => (
      <Link
        to={href('/dashboard/products/recalls/:id', { id: _id })}
        className="font-semibold hover:underline"
      >
        {tradename}
      </Link>
    ),
    className: 'as-card:order-first as-table:min-w-52',
  },
  lots: { header: 'Lotes', cell: lotsInWords },
  reason: { header: 'Motivo', cell: ({ reason }) => reason },
  date: {
    header: 'Desde',
    cell: ({ date }) => shortMoment(date),
    className: 'as-table:whitespace-nowrap',
  },
  units: {
    header: 'Apartadas',
    align: 'end',
    cell: ({ units }) => formatWhole(units),
  },
  told: {
    header: 'Respondieron',
    align: 'end',
    cell: ({ answered, toTell }) => `${formatWhole(answered)} de ${formatWhole(toTell)}`,
    className: 'as-table:whitespace-nowrap',
  },
  state: {
    header: 'Estado',
    cell: ({ liftedAt }) =>
      liftedAt ? <Badge tone="neutral">Levantado</Badge> : <Badge tone="red">Vigente</Badge>,
  },
}

type Found = { _id: string; tradename: string; laboratory: string; barcode: string }

/** Chooses a product, then some of its lots or the whole product. The save takes the units off sale at once. */
function NewRecall() {
  const [product, setProduct] = useState<Found>()
  return product ? (
    <RecallForm product={product} onBack={() => setProduct(undefined)} />
  ) : (
    <FindProduct onFound={setProduct} />
  )
}

function FindProduct({ onFound }: { onFound: (product: Found) => void }) {
  const [search, setSearch] = useState('')
  const isLong = search.trim().length >= 2
  const found = useLoaded(
    async (signal): Promise<Found[]> =>
      !isLong
        ? []
        : (await browserApi.listProducts({ query: { search, page: 1, pageSize: 10 }, signal })).data,
    search,
  )
  return (
    <div className="grid gap-4">
      <SearchBox
        label="Nombre, laboratorio o código de barras"
        value={search}
        onSearch={setSearch}
        focusInModal
      />
      {isLong && found === undefined && <Skeleton className="h-24" />}
      {found?.length === 0 && isLong && (
        <p role="status" className="text-soft">
          Ningún producto con «{search}».
        </p>
      )}
      <ul className="grid gap-1">
        {found?.map((product) => (
          <li key={product._id}>
            <button
              type="button"
              onClick={() => onFound(product)}
              className="grid w-full gap-0.5 rounded-lg border border-line px-3 py-2 text-left hover:border-brand"
            >
              <span className="wrap-anywhere font-semibold">{product.tradename}</span>
              <span className="text-soft text-sm">
                {product.laboratory} · {product.barcode || 'sin código de barras'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function RecallForm({ product, onBack }: { product: Found; onBack: () => void }) {
  const { close } = useFormModal()
  const navigate = useNavigate()
  const lots = useLoaded(
    async (signal): Promise<ProductLot[]> =>
      (await browserApi.listProductLots({ params: { id: product._id }, signal })).data.filter(
        ({ recalled }) => !recalled,
      ),
    product._id,
  )
  const form = useForm({ defaultValues: { whole: false, lots: [] as string[], reason: '' } })
  const isWhole = form.watch('whole') || lots?.length === 0
  const submit = useSubmit(form, async (values) => {
    const { data } = await browserApi.createRecall({
      body: { productId: product._id, lots: isWhole ? null : values.lots, reason: values.reason },
    })
    close()
    await navigate(href('/dashboard/products/recalls/:id', { id: data._id }))
  })
  return (
    <form {...submit.formProps} aria-label="Retiro de mercado" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="wrap-anywhere font-semibold">{product.tradename}</p>
        <button type="button" onClick={onBack} className="text-brand text-sm underline">
          Otro producto
        </button>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold text-sm">Qué se retira</legend>
        {lots === undefined ? (
          <Skeleton className="h-16" />
        ) : (
          <>
            <Checkbox
              label="Todo el producto, también las unidades sin lote"
              {...(lots.length === 0 ? { defaultChecked: true, disabled: true } : form.register('whole'))}
            />
            {!isWhole &&
              lots.map((lot) => (
                <Checkbox
                  key={lot._id}
                  label={`${lotInWords(lot)} (${counted(lot.units, 'unidad', 'unidades')})`}
                  value={lot._id}
                  {...form.register('lots')}
                />
              ))}
          </>
        )}
        <FieldError error={form.formState.errors.lots?.message} />
      </fieldset>
      <InputField
        label="Motivo"
        hint="Por ejemplo, la alerta de la autoridad con su número."
        required
        {...submit.field('reason')}
      />
      <p className="text-soft text-sm">
        Dejan de venderse de inmediato, también en los carritos abiertos. Los pedidos pendientes toman otros
        lotes.
      </p>
      <ModalButtons submit="Retirar de la venta" look="danger" form={submit} />
    </form>
  )
}
