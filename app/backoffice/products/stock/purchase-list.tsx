import { useEffect, useRef, useState } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction, useRevalidator } from 'react-router'
import { PURCHASE_DAYS, type PurchaseLine, type PurchaseSupplier } from '#contract/stock.ts'
import { today } from '#contract/store-day.ts'
import { sumUnits } from '#domain/lots.ts'
import { formatWhole } from '#domain/price.ts'
import { store } from '#store'
import { browserApi } from '../../../api/client.ts'
import { loadOrFailure } from '../../../api/server-failure.ts'
import { DownloadButton } from '../../../forms/download-button.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { defineList, useList } from '../../../listing/listing.ts'
import { readState, text } from '../../../listing/url-state.ts'
import { CopyButton } from '../../../orders/copy-button.tsx'
import { pageTitle, type ScreenProps } from '../../../pages/page-title.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { WhenLoaded } from '../../../ui/list-failure.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { longDate } from '../../store-time.ts'
import { daysLeft, isToBuy, LaboratoryLines, quantityId, UNSOLD_DAYS } from './laboratory-lines.tsx'
import { useQuantities } from './use-quantities.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Reponer') }]

type Days = (typeof PURCHASE_DAYS)[number]

const PURCHASES = defineList({
  filters: {
    days: {
      ...{ name: 'dias', write: String },
      read: (text: string): Days | undefined => PURCHASE_DAYS.find((days) => String(days) === text),
    },
    laboratory: text('laboratorio', 200),
  },
})

const DEFAULT_DAYS: Days = 30

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { days = DEFAULT_DAYS } = readState(PURCHASES.filters, new URL(request.url).searchParams)
  return loadOrFailure(async () => {
    const query = { days }
    const { data, suppliers } = await browserApi.readPurchaseList({ query, signal: request.signal })
    return { lines: data, suppliers }
  })
}

export const HydrateFallback = Screen
export default Screen

/** Sorts laboratories, and the lines of each, by the days that the stock lasts; lines with nothing to buy come last. */
function mostUrgentFirst(laboratories: [string, PurchaseLine[]][]): [string, PurchaseLine[]][] {
  const rank = (line: PurchaseLine) => daysLeft(line) + (isToBuy(line) ? 0 : UNSOLD_DAYS)
  return laboratories
    .map(([name, lines]): [string, PurchaseLine[]] => [name, lines.toSorted((a, b) => rank(a) - rank(b))])
    .sort(([, [a]], [, [b]]) => rank(a!) - rank(b!))
}

/** The purchase list by laboratory, to order and to receive. */
function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
  const { filters, set } = useList(PURCHASES)
  const { days = DEFAULT_DAYS } = filters
  const { lines: listed, suppliers } = loaded?.failure === null ? loaded : { lines: [], suppliers: [] }
  const chosen = filters.laboratory ?? ''
  const all = Map.groupBy(listed, ({ laboratory }) => laboratory)
  const shown = mostUrgentFirst([...all].filter(([laboratory]) => !chosen || laboratory === chosen))
  const quantities = useQuantities()
  const [order, setOrder] = useState<PurchaseOrder | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()
  /** The line that gets the focus once the received lines are gone, and the pressed button with them. */
  const next = useRef<PurchaseLine>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has loaded again.
  useEffect(() => {
    if (!next.current || document.activeElement !== document.body) return
    const field = document.getElementById(quantityId(next.current))
    ;(field ?? heading.current)?.focus({ preventScroll: true })
    next.current = undefined
  }, [loaded])

  const supplierOf = (name: string): PurchaseSupplier =>
    suppliers.find((supplier) => supplier.name === name) ?? { name, contact: '', phone: '' }

  function lineAfter(lines: readonly PurchaseLine[]) {
    const inOrder = shown.flatMap(([, lines]) => lines)
    const last = Math.max(...lines.map((line) => inOrder.indexOf(line)))
    return inOrder[last + 1] ?? inOrder[0]
  }

  const withUnits = (lines: readonly PurchaseLine[]) =>
    lines.map((line) => ({ ...line, units: quantities.unitsOf(line) }))

  /** Adds the arrived units to the stock. Several products at once are confirmed first. */
  const { run, choice } = useAction<readonly PurchaseLine[]>(
    async (lines) => {
      await quantities.flush()
      const { message } = await browserApi.receiveStock({
        body: { lines: withUnits(lines).map(({ _id, version, units }) => ({ _id, version, units })) },
      })
      quantities.forget(lines)
      next.current = lineAfter(lines)
      await revalidate()
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    },
    {
      ask: async (lines) => {
        const units = sumUnits(withUnits(lines))
        return (
          lines.length === 1 ||
          notice.confirm({
            title: `¿Llegaron los ${lines.length} productos?`,
            text: `El stock sube en ${formatWhole(units)} unidades, según la cantidad de cada fila.`,
            confirm: 'Llegó todo',
          })
        )
      },
      dialog: async (message) => {
        await revalidate()
        await notice.error(message)
      },
    },
  )
  const receiving = new Set(choice?.map(({ _id }) => _id))

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 sm:flex-1 sm:basis-80">
          <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
            Reponer
          </h1>
          <p className="mt-1 max-w-prose text-soft">
            Lo que se agota en {days} días al ritmo de venta de los últimos 30, y lo que tiene poco stock. La
            cantidad a pedir alcanza para {days} días; sin ventas, la decides tú. Lo más urgente va primero.
          </p>
          {/* Left out of the server's page, which may have been rendered at another time. */}
          {loaded && <p className="hidden text-soft print:block">Al {longDate(new Date().toISOString())}</p>}
        </div>
        <div inert={!loaded} className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
          <Button look="secondary" icon="print" onClick={() => window.print()}>
            Imprimir
          </Button>
          <DownloadButton
            load={async () => {
              await quantities.flush()
              return browserApi.exportPurchaseList({ query: { days } })
            }}
            fileName={() => `reponer-${today()}.xlsx`}
          >
            Descargar (Excel)
          </DownloadButton>
        </div>
      </div>
      <div inert={!loaded} className="flex flex-wrap gap-3 print:hidden">
        <SelectField
          label="Comprar para"
          value={days}
          onChange={({ target }) => set({ days: Number(target.value) as Days })}
          options={Object.fromEntries(PURCHASE_DAYS.map((days) => [days, `${days} días`]))}
          className="max-sm:flex-1"
        />
        <SelectField
          label="Laboratorio"
          value={chosen}
          onChange={({ target }) => set({ laboratory: target.value || undefined })}
          options={Object.fromEntries([...all].map(([name, { length }]) => [name, `${name} (${length})`]))}
          className="min-w-0 max-sm:w-full sm:max-w-72"
        >
          <option value="">Todos</option>
          {chosen && !all.has(chosen) && <option>{chosen}</option>}
        </SelectField>
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-96" />}>
        {() =>
          shown.length === 0 ? (
            <div className="card grid justify-items-center gap-4 p-10 text-center">
              <p className="text-soft">No hay productos que reponer en este plazo</p>
              <LinkButton to={href('/dashboard/products')} look="secondary" icon="box">
                Ver productos
              </LinkButton>
            </div>
          ) : (
            shown.map(([laboratory, lines]) => (
              <LaboratoryLines
                key={laboratory}
                supplier={supplierOf(laboratory)}
                lines={lines}
                all={chosen !== ''}
                quantities={quantities}
                receiving={receiving}
                onOrder={() =>
                  setOrder({
                    supplier: supplierOf(laboratory),
                    lines: withUnits(lines).filter(({ units }) => units > 0),
                  })
                }
                onReceive={run}
              />
            ))
          )
        }
      </WhenLoaded>
      <Modal open={order !== null} onClose={() => setOrder(null)} title="Enviar pedido">
        {order && <OrderText order={order} />}
      </Modal>
    </div>
  )
}

/** Longer mails are cut by some mail programs. */
const MAX_MAIL_LETTERS = 1_800

type PurchaseOrder = {
  supplier: PurchaseSupplier
  lines: readonly (PurchaseLine & { units: number })[]
}

/** The e-mail address in a supplier's contact, if there is one. */
const addressIn = (contact: string) => /[^\s<>,;:]+@[^\s<>,;:]+\.[^\s<>,;:]+/.exec(contact)?.[0] ?? ''

function textOf({ lines }: PurchaseOrder): string {
  const listed = lines.map(
    ({ barcode, tradename, units }) => `- ${units} × ${tradename}${barcode && ` (${barcode})`}`,
  )
  const end = ['Gracias.', store.name, store.phone]
  return ['Hola:', '', 'Necesitamos este pedido:', '', ...listed, '', ...end].join('\n')
}

/** An order to a supplier as a text, to copy or to send by mail, in a modal. The text may be changed before. */
function OrderText({ order }: { order: PurchaseOrder }) {
  const [text, setText] = useState(() => textOf(order))
  const subject = `Pedido de ${store.name}`
  const mail = `mailto:${addressIn(order.supplier.contact)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  return (
    <div className="grid gap-4">
      <p>
        Para <strong>{order.supplier.name}</strong>
        {order.supplier.contact && `, ${order.supplier.contact}`}
      </p>
      <label className="grid gap-1">
        <span className="font-semibold text-sm">Texto del pedido</span>
        <textarea
          data-autofocus
          rows={Math.min(16, text.split('\n').length + 1)}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="control py-2 leading-normal"
        />
      </label>
      {text.length > MAX_MAIL_LETTERS && (
        <p className="text-sm text-soft">
          El pedido es largo. Si tu programa de correo lo corta, copia el texto y pégalo en el mensaje.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <CopyButton label="el pedido" value={text} words="Copiar texto" />
        <a href={mail} className="button button-primary max-sm:w-full">
          Abrir en el correo
        </a>
      </div>
    </div>
  )
}
