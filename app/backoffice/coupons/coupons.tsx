import { useState } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { Coupon } from '#contract/coupons.ts'
import { today } from '#contract/store-day.ts'
import { COUPON_STATE_NAMES, type CouponState } from '#domain/coupon.ts'
import { counted, formatPrice, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { loadTopCategories } from '../../api/shown-names.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import { FilterChips } from '../../listing/filters.tsx'
import { defineList, loadListing, useList } from '../../listing/listing.ts'
import {
  EditButton,
  ListingHead,
  ListingLead,
  ListingSearch,
  ListingTable,
} from '../../listing/listing-table.tsx'
import { choice } from '../../listing/url-state.ts'
import { copyText } from '../../orders/copy-button.tsx'
import { writtenDay } from '../../orders/order-date.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { FIRST_SHOWN_NAMES } from '../../ui/name-choices.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { BatchForm, CodeForm, type OpenedCoupon } from './coupon-form.tsx'
import type { Names } from './rule-fields.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Códigos de descuento') }]

const COUPONS = defineList({
  path: href('/dashboard/coupons'),
  filters: {
    state: choice('estado', {
      live: { word: 'vigentes', name: 'Vigentes' },
      ended: { word: 'terminados', name: 'Terminados' },
    }),
  },
})

/** The categories and laboratories with most products. */
async function loadTopNames(signal: AbortSignal): Promise<Names> {
  const query = { shown: true, order: 'products', page: 1, pageSize: FIRST_SHOWN_NAMES } as const
  const [categories, { data, total }] = await Promise.all([
    loadTopCategories(browserApi, FIRST_SHOWN_NAMES, signal),
    browserApi.listSuppliers({ query, signal }),
  ])
  return { categories, laboratories: { top: data.map(({ name }) => ({ name })), total } }
}

const NO_NAMES: Names = { categories: { top: [], total: 0 }, laboratories: { top: [], total: 0 } }

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const [list, names] = await Promise.all([
    loadListing(request, (query) => browserApi.listCoupons({ query, signal }), COUPONS),
    loadTopNames(signal).catch(() => NO_NAMES),
  ])
  return { list, names }
}

export const HydrateFallback = Screen
export default Screen

const TITLES = {
  new: 'Nuevo código',
  copy: 'Nuevo código',
  edit: 'Editar código',
  batch: 'Crear varios códigos',
}

function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { list, names = NO_NAMES } = loaderData ?? {}
  const { state, filters } = useList(COUPONS)
  const [opened, setOpened] = useState<OpenedCoupon | null>(null)
  return (
    <>
      <ListingTable
        title="Códigos de descuento"
        list={COUPONS}
        listing={list}
        columns={columnsOf(setOpened)}
        empty="No hay códigos de descuento"
        next={
          <Button icon="plus" onClick={() => setOpened({ as: 'new' })}>
            Crear el primer código
          </Button>
        }
        tableFrom="wide"
      >
        <ListingHead>
          <DownloadButton
            load={() => browserApi.exportCoupons({ query: { ...filters, search: state.search } })}
            fileName={() => `codigos-${today()}.xlsx`}
            className="max-sm:col-span-2"
          >
            Descargar códigos (Excel)
          </DownloadButton>
          <Button look="secondary" icon="copy" onClick={() => setOpened({ as: 'batch' })}>
            Crear varios
          </Button>
          <Button icon="plus" onClick={() => setOpened({ as: 'new' })}>
            Nuevo código
          </Button>
        </ListingHead>
        <ListingLead>
          <FilterChips
            label="Qué códigos"
            list={COUPONS}
            chips={[
              { name: 'Todos', set: {} },
              { name: 'Vigentes', set: { state: 'live' } },
              { name: 'Terminados', set: { state: 'ended' } },
            ]}
          />
        </ListingLead>
        <ListingSearch label="Buscar código..." />
      </ListingTable>
      <FormModal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={TITLES[opened?.as ?? 'new']}
        wide
        draft="coupon"
        onDraft={({ row }) => setOpened(row as OpenedCoupon)}
      >
        {opened?.as === 'batch' && <BatchForm names={names} />}
        {opened && opened.as !== 'batch' && <CodeForm opened={opened} names={names} />}
      </FormModal>
    </>
  )
}

const TONES = {
  live: 'green',
  planned: 'yellow',
  used: 'neutral',
  ended: 'neutral',
} as const satisfies Record<CouponState, string>

const columnsOf = (open: (opened: OpenedCoupon) => void): Columns<Coupon> => ({
  code: {
    header: 'Código',
    bare: true,
    cell: ({ code, state }) => (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere font-semibold">{code}</span>
        <Badge tone={TONES[state]}>{COUPON_STATE_NAMES[state]}</Badge>
      </div>
    ),
  },
  gives: { header: 'Da', cell: discountInWords },
  conditions: { header: 'Condiciones', cell: (coupon) => conditionsOf(coupon) || '—' },
  period: { header: 'Período', cell: (coupon) => periodOf(coupon) || '—', className: 'tabular-nums' },
  uses: {
    header: 'Usos',
    align: 'end',
    cell: ({ used, uses }) =>
      uses === null ? formatWhole(used) : `${formatWhole(used)} de ${formatWhole(uses)}`,
    className: 'as-table:whitespace-nowrap',
  },
  given: {
    header: 'Descontado',
    align: 'end',
    cell: ({ given }) => formatPrice(given),
  },
  brought: {
    header: 'Vendido',
    align: 'end',
    cell: ({ brought }) => formatPrice(brought),
  },
  actions: {
    header: 'Acciones',
    bare: true,
    cell: (coupon) => (
      <div className="flex items-center gap-1 as-card:gap-4">
        <EditButton of={coupon.code} onClick={() => open({ as: 'edit', coupon })} />
        <CouponMenu coupon={coupon} onCopy={() => open({ as: 'copy', coupon })} />
      </div>
    ),
  },
})

type Rule = Omit<Coupon, '_id' | 'code' | 'state' | 'used' | 'given' | 'brought'>

/** A code's discount in words. */
function discountInWords({ kind, value, maximum }: Pick<Rule, 'kind' | 'value' | 'maximum'>): string {
  if (kind === 'delivery') return 'Despacho gratis'
  const amount = kind === 'percent' ? `${value} %` : formatPrice(value)
  return maximum === null ? amount : `${amount}, hasta ${formatPrice(maximum)}`
}

/** The conditions of a code in one line; empty without any. */
const conditionsOf = ({ minimum, usesPerCustomer, firstOrder, categories, laboratories }: Rule) =>
  [
    minimum !== null && `Desde ${formatPrice(minimum)}`,
    firstOrder && 'Primera compra',
    usesPerCustomer !== null && counted(usesPerCustomer, 'vez por cliente', 'veces por cliente'),
    categories.length > 0 && `Solo ${categories.join(', ')}`,
    laboratories.length > 0 && `${categories.length > 0 ? 'de' : 'Solo de'} ${laboratories.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The days on which a code is valid; empty without limits. */
function periodOf({ from, until }: Pick<Rule, 'from' | 'until'>): string {
  if (from && until) return from === until ? writtenDay(from) : `${writtenDay(from)} al ${writtenDay(until)}`
  if (from) return `Desde el ${writtenDay(from)}`
  return until ? `Hasta el ${writtenDay(until)}` : ''
}

/** The less frequent actions on a code. */
function CouponMenu({
  coupon: { _id, code, active },
  onCopy,
}: {
  coupon: Coupon
  /** Opens the form of a new code like this one. */
  onCopy: () => void
}) {
  const saved = useSaved()
  const { run, working } = useAction(
    async () => saved('Listo!', (await browserApi.endCoupon({ params: { id: _id } })).message),
    {
      ask: () =>
        notice.confirm({
          title: `¿Terminar el código ${code}?`,
          text: 'Nadie podrá usarlo desde ahora. Los pedidos que ya lo tienen conservan su descuento.',
          confirm: 'Terminar',
          danger: true,
        }),
      dialog: 'message',
    },
  )
  return (
    <RowMenu
      label={`Más opciones de ${code}`}
      items={[
        { name: 'Copiar enlace', icon: 'external', onClick: () => void copyLink(code) },
        { name: 'Duplicar', icon: 'copy', onClick: onCopy },
        active && { name: 'Terminar', icon: 'cross', tone: 'danger', onClick: () => run() },
      ]}
      working={working}
    />
  )
}

/** Copies a link to the shop that carries the code. Without a clipboard, as without https, a dialog shows the link. */
async function copyLink(code: string) {
  const link = `${location.origin}${href('/tienda')}?codigo=${encodeURIComponent(code)}`
  const copied = await copyText(link)
  if (copied) await notice.toast({ title: 'Enlace copiado', text: link, icon: 'success', timer: 2_000 })
  else await notice.alert({ title: 'Copia este enlace', text: link })
}
