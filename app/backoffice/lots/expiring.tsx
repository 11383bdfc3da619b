import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { ExpiringLot } from '#contract/lots.ts'
import { today } from '#contract/store-day.ts'
import { counted, formatPrice, formatWhole, withPoint } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useSave } from '../../forms/use-save.ts'
import { ChosenBar, chosenColumn, useChosenRows } from '../../listing/chosen-rows.tsx'
import { FilterChips } from '../../listing/filters.tsx'
import { defineList, loadListing, useList } from '../../listing/listing.ts'
import { ListingHead, ListingLead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { choice } from '../../listing/url-state.ts'
import { writtenDay } from '../../orders/order-date.ts'
import { lotInWords } from '../../orders/taken-lots.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { InputField } from '../../ui/field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ProductLink } from '../products/product-link.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Vencimientos') }]

/** The filters by days ahead. Without a filter the list has the lots that expire within 90 days. */
const WITHIN = {
  '30': { name: '30 días' },
  '60': { name: '60 días' },
  '180': { name: '180 días' },
  expired: { word: 'vencidos', name: 'Vencidos' },
}

const EXPIRING = defineList({
  path: href('/dashboard/products/expiring'),
  filters: { within: choice('plazo', WITHIN) },
})

const daysOf = (within: string | undefined) => Number(within ?? 90)

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  let sums: { units: number; value: number } | undefined
  const listing = await loadListing(
    request,
    async ({ within, ...query }) => {
      const answer =
        within === 'expired'
          ? await browserApi.listExpired({ query, signal })
          : await browserApi.listExpiring({ query: { ...query, days: daysOf(within) }, signal })
      sums = { units: answer.units, value: answer.value }
      return answer
    },
    EXPIRING,
  )
  return { listing, sums }
}

export const HydrateFallback = Screen
export default Screen

/** The lots that expire soon, with a discount until then, and the expired lots, with a write-off. */
function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { listing, sums } = loaderData ?? {}
  const { state, filters } = useList(EXPIRING)
  const isExpired = filters.within === 'expired'
  const chosen = useChosenRows(listing?.rows, listing?.total)
  const [writeOff, setWriteOff] = useState<ExpiringLot[] | null>(null)
  const [discounted, setDiscounted] = useState<ExpiringLot | null>(null)
  return (
    <>
      <ListingTable
        title="Vencimientos"
        list={EXPIRING}
        listing={listing}
        columns={{
          ...(isExpired && { chosen: chosenColumn(chosen, ({ tradename }) => tradename) }),
          ...columns,
          ...(!isExpired && soonColumns(setDiscounted)),
        }}
        empty={isExpired ? 'No hay productos vencidos' : 'Nada vence en este plazo'}
        next={<TextLink to={href('/dashboard/products')}>Ver los productos</TextLink>}
        tableFrom="wide"
        below={
          <ChosenBar
            chosen={chosen}
            label="Lotes elegidos"
            countOf={(count) => counted(count, 'lote elegido', 'lotes elegidos')}
          >
            <Button icon="trash" look="danger" small onClick={() => setWriteOff(chosen.rows)}>
              Dar de baja
            </Button>
          </ChosenBar>
        }
      >
        <ListingHead>
          {!isExpired && (
            <DownloadButton
              load={() =>
                browserApi.exportExpiring({ query: { days: daysOf(filters.within), search: state.search } })
              }
              fileName={() => `por-vencer-${today()}.xlsx`}
            >
              Descargar (Excel)
            </DownloadButton>
          )}
          <Button look="secondary" icon="print" onClick={() => print()}>
            Imprimir
          </Button>
        </ListingHead>
        <ListingLead>
          <FilterChips
            label="Plazo"
            list={EXPIRING}
            chips={[
              { name: '30 días', set: { within: '30' } },
              { name: '60 días', set: { within: '60' } },
              { name: '90 días', set: {} },
              { name: '180 días', set: { within: '180' } },
              { name: 'Vencidos', set: { within: 'expired' } },
            ]}
          />
          {sums && sums.units > 0 && (
            <p className="text-soft text-sm">
              {counted(sums.units, 'unidad', 'unidades')}, {formatPrice(sums.value)} al precio de la tienda
            </p>
          )}
        </ListingLead>
        <ListingSearch label="Producto o laboratorio..." />
      </ListingTable>
      <FormModal open={writeOff !== null} onClose={() => setWriteOff(null)} title="Dar de baja">
        {writeOff && <WriteOffForm lots={writeOff} onDone={chosen.clear} />}
      </FormModal>
      <FormModal
        open={discounted !== null}
        onClose={() => setDiscounted(null)}
        title="Descuento hasta que venza"
      >
        {discounted && <DiscountForm lot={discounted} />}
      </FormModal>
    </>
  )
}

const columns: Columns<ExpiringLot> = {
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ productId, tradename }) => <ProductLink id={productId}>{tradename}</ProductLink>,
    className: 'as-card:order-first as-table:min-w-52',
  },
  laboratory: { header: 'Laboratorio', cell: ({ laboratory }) => laboratory },
  lot: { header: 'Lote', cell: ({ lot }) => lot || 'Sin código' },
  expires: {
    header: 'Vence',
    cell: ({ expires }) => (expires ? writtenDay(expires) : '—'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  units: {
    header: 'Unidades',
    align: 'end',
    cell: ({ units }) => formatWhole(units),
  },
  value: {
    header: 'Valor',
    align: 'end',
    cell: ({ value }) => formatPrice(value),
  },
}

const soonColumns = (discount: (lot: ExpiringLot) => void): Columns<ExpiringLot> => ({
  pace: {
    header: 'Venta de 30 días',
    cell: ({ sold, soldInTime }) => (
      <span className="inline-flex flex-wrap items-center gap-2 compact:as-table:flex-nowrap">
        <span className="tabular-nums">{formatWhole(sold)}</span>
        <Badge tone={soldInTime ? 'green' : 'red'}>{soldInTime ? 'Alcanza a venderse' : 'No alcanza'}</Badge>
      </span>
    ),
  },
  actions: {
    header: 'Acciones',
    bare: true,
    cell: (lot) => (
      <Button small look="secondary" icon="tag" onClick={() => discount(lot)}>
        Descuento<span className="sr-only"> de {lot.tradename}</span>
      </Button>
    ),
  },
})

function WriteOffForm({ lots, onDone }: { lots: ExpiringLot[]; onDone: () => void }) {
  const form = useForm({ defaultValues: { reason: 'Vencido' } })
  const submit = useSave(form, 'Guardado', async ({ reason }) => {
    const done = await browserApi.writeOffExpired({ body: { lots: lots.map(({ _id }) => _id), reason } })
    onDone()
    return done
  })
  const units = lots.reduce((sum, lot) => sum + lot.units, 0)
  return (
    <form {...submit.formProps} aria-label="Dar de baja" className="grid gap-4">
      <p>
        Salen del stock {counted(units, 'unidad', 'unidades')}, y queda en los movimientos de cada producto:
      </p>
      <ul className="grid gap-1 text-sm">
        {lots.map((lot) => (
          <li key={lot._id} className="wrap-anywhere">
            {formatWhole(lot.units)} × {lot.tradename}, {lotInWords(lot)}
          </li>
        ))}
      </ul>
      <InputField label="Motivo" required data-autofocus {...submit.field('reason')} />
      <ModalButtons submit="Dar de baja" look="danger" form={submit} />
    </form>
  )
}

function DiscountForm({ lot }: { lot: ExpiringLot }) {
  const form = useForm({ defaultValues: { discount: '30', from: today(), until: lot.expires ?? '' } })
  const submit = useSave(form, 'Guardado', ({ discount, from, until }) =>
    browserApi.changeProducts({
      body: {
        selection: { ids: [lot.productId] },
        change: { kind: 'discount', discount: withPoint(discount), from, until },
      },
    }),
  )
  return (
    <form {...submit.formProps} aria-label="Descuento hasta que venza" className="grid gap-4">
      <p className="wrap-anywhere">
        Para todo el producto <strong>{lot.tradename}</strong>, no solo el {lotInWords(lot)}. Termina solo.
      </p>
      <InputField
        label="Descuento (%)"
        required
        inputMode="decimal"
        data-autofocus
        {...submit.field('discount')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Desde" type="date" required {...submit.field('from')} />
        <InputField label="Hasta" type="date" required {...submit.field('until')} />
      </div>
      <ModalButtons submit="Guardar" form={submit} />
    </form>
  )
}
