import { use } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Order } from '#contract/orders.ts'
import { today } from '#contract/store-day.ts'
import { orderStatuses, statusChangeEffects } from '#domain/order-status.ts'
import { counted } from '#domain/price.ts'
import { type ShipmentState, shipmentStates } from '#domain/shipment.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useAction } from '../../forms/use-action.ts'
import { FROM_LIST } from '../../listing/back-link.tsx'
import { ChosenBar, type ChosenRows } from '../../listing/chosen-rows.tsx'
import { isRetained, lacksProof, missingApproval } from '../../orders/missing-papers.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
import { MENU_ROW, MenuRow, PopoverMenu } from '../../ui/popover-menu.tsx'
import { labelsUrl, packingUrl } from './packing-slips.ts'
import { HasDeliveryOptions, nextShipments, SHIPMENT_ICONS } from './shipment.tsx'

export function ChosenOrders({ chosen }: { chosen: ChosenRows<Order> }) {
  const { revalidate } = useRevalidator()
  const { run, working, choice, failure } = useAction<Act>(
    async (name) => {
      const { choose, call, partly } = ACTS[name]
      const rows = choose ? await choose(chosen.rows) : chosen.rows
      if (rows.length === 0) return
      const { message, data } = await call(rows.map(({ _id }) => _id))
      await revalidate()
      chosen.clear()
      await tellOutcome(rows, message, partly, data.refused)
    },
    // Some orders may have been changed before the failure.
    { onRefused: revalidate },
  )
  const hasDeliveryOptions = use(HasDeliveryOptions)
  const marks = hasDeliveryOptions ? [...MARKS, ...SHIPMENT_MARKS] : MARKS
  const parcels = chosen.rows.filter(({ delivery }) => delivery?.kind !== 'pickup')
  return (
    <ChosenBar
      chosen={chosen}
      label="Pedidos elegidos"
      countOf={(count) => counted(count, 'pedido elegido', 'pedidos elegidos')}
      failure={failure}
    >
      <Button
        {...IN_BAR}
        icon="check"
        disabled={working}
        loading={choice === 'deliver'}
        onClick={() => run('deliver')}
      >
        {ACTS.deliver.button}
      </Button>
      <PopoverMenu
        trigger={(props) => (
          <Button {...props} {...IN_BAR} icon="chevron-down" loading={working && choice !== 'deliver'}>
            Marcar
          </Button>
        )}
      >
        {marks.map((name) => (
          <MenuRow key={name} icon={ACTS[name].icon} onClick={() => run(name)}>
            {ACTS[name].button}
          </MenuRow>
        ))}
      </PopoverMenu>
      <PopoverMenu
        trigger={(props) => (
          <Button {...props} {...IN_BAR} icon="print">
            Imprimir
          </Button>
        )}
      >
        <Link to={packingUrl(chosen.ids)} state={FROM_LIST} className={MENU_ROW}>
          <Icon name="print" className="size-5" />
          Imprimir para preparar
        </Link>
        <Link to={labelsUrl(chosen.ids)} state={FROM_LIST} className={MENU_ROW}>
          <Icon name="tag" className="size-5" />
          Etiquetas
        </Link>
        <DownloadButton
          row
          load={() => browserApi.exportParcels({ query: { ids: parcels.map(({ _id }) => _id).join() } })}
          fileName={() => `envios-${today()}.xlsx`}
          count={{ rows: parcels.length, of: 'pedidos, sin los que se retiran' }}
        >
          Planilla para el transportista
        </DownloadButton>
      </PopoverMenu>
    </ChosenBar>
  )
}

const IN_BAR = { look: 'secondary', small: true, className: 'max-sm:px-1 max-sm:[&_svg]:hidden' } as const

const markShipment = (state: ShipmentState) => ({
  button: shipmentStates[state].several,
  icon: SHIPMENT_ICONS[state],
  choose: (orders: readonly Order[]) => chooseToMark(orders, state),
  call: (ids: string[]) => browserApi.setShipments({ body: { ids, state } }),
  partly: `No todos quedaron ${shipmentStates[state].several}`,
})

const ACTS = {
  deliver: {
    button: 'Marcar Entregado',
    icon: 'check',
    choose: chooseToDeliver,
    call: (ids: string[]) => browserApi.deliverOrders({ body: { ids } }),
    partly: 'No todos quedaron Entregados',
  },
  check: {
    button: 'Comprobante revisado',
    icon: 'receipt',
    choose: undefined,
    call: (ids: string[]) => browserApi.checkProofs({ body: { ids } }),
    partly: 'No todos quedaron revisados',
  },
  receive: {
    button: 'Original recibido',
    icon: 'prescription',
    choose: async (orders: readonly Order[]) => {
      const retained = orders.filter(isRetained)
      if (retained.length === 0)
        await notice.alert({ title: 'Ninguno tiene una receta que retener', icon: 'info' })
      return retained
    },
    call: (ids: string[]) => browserApi.receiveOriginals({ body: { ids, received: true } }),
    partly: 'No todos los originales quedaron recibidos',
  },
  ready: markShipment('ready'),
  sent: markShipment('sent'),
  waiting: markShipment('waiting'),
} as const
type Act = keyof typeof ACTS
const MARKS = ['check', 'receive'] as const satisfies Act[]
const SHIPMENT_MARKS = ['ready', 'sent', 'waiting'] as const satisfies Act[]

const numbersOf = (orders: readonly Order[]) => orders.map(({ nro_delivery }) => nro_delivery).join(', ')

/**
 * Asks as for a single order's status. Orders whose prescription isn't approved are left out and named;
 * those without a payment proof are named, and left out on demand.
 *
 * @returns the orders to deliver: all with an approved prescription, only the complete ones, or none
 */
async function chooseToDeliver(orders: readonly Order[]): Promise<readonly Order[]> {
  const { '': approved = [], ...leftOut } = Object.groupBy(orders, missingApproval)
  const outside = Object.entries(leftOut).map(
    ([why, without = []]) =>
      `${without.length === 1 ? 'Queda' : 'Quedan'} fuera, ${why}: N° ${numbersOf(without)}.`,
  )
  if (approved.length === 0) {
    await notice.alert({ title: 'Falta aprobar la receta', text: outside.join('\n'), icon: 'info' })
    return []
  }
  const cancelled = approved.filter(({ status }) => statusChangeEffects(status, 'delivered').stock === 'take')
  const unpaid = approved.filter(lacksProof)
  const complete = approved.filter((order) => !unpaid.includes(order))
  const question = {
    title:
      approved.length === 1
        ? `¿Cambiar el estado del pedido N° ${numbersOf(approved)}?`
        : `¿Cambiar el estado de ${approved.length} pedidos?`,
    text: [
      `Quedarán como ${orderStatuses.delivered.name}: N° ${numbersOf(approved)}.`,
      cancelled.length > 0 && 'Los productos de los cancelados se descuentan nuevamente del stock.',
      unpaid.length > 0 && `${unpaid.length} sin comprobante: N° ${numbersOf(unpaid)}.`,
      ...outside,
    ]
      .filter((line) => line !== false)
      .join('\n'),
  }
  if (unpaid.length === 0 || complete.length === 0)
    return (await notice.confirm({ ...question, confirm: 'Cambiar estado' })) ? approved : []
  const confirm = 'Entregar solo los completos'
  const answer = await notice.choose({ ...question, confirm, other: 'Entregar todos' })
  return { confirm: complete, other: approved, none: [] }[answer ?? 'none']
}

/** Asks before several customers get a mail. Orders that can't get this shipment state are left out and named. */
async function chooseToMark(orders: readonly Order[], state: ShipmentState): Promise<readonly Order[]> {
  const { name, several } = shipmentStates[state]
  const apt = orders.filter((order) => nextShipments(order).includes(state))
  const others = orders.filter((order) => !apt.includes(order))
  const outside = others.length > 0 && `Quedan fuera: N° ${numbersOf(others)}.`
  if (apt.length === 0) {
    await notice.alert({ title: `Ninguno puede quedar ${name}`, icon: 'info' })
    return []
  }
  const isYes = await notice.confirm({
    title:
      apt.length === 1 ? `¿Marcar 1 pedido como ${name}?` : `¿Marcar ${apt.length} pedidos como ${several}?`,
    text: [`N° ${numbersOf(apt)}.`, outside, state !== 'waiting' && 'Cada cliente recibe un correo.']
      .filter((line) => line !== false)
      .join('\n'),
    confirm: 'Marcar',
  })
  return isYes ? apt : []
}

async function tellOutcome(
  orders: readonly Order[],
  message: string,
  partly: string,
  refused: CallAnswer<Calls['checkProofs']>['data']['refused'],
) {
  if (refused.length === 0)
    return notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  const numberOf = (id: string) => orders.find(({ _id }) => _id === id)?.nro_delivery
  const reasons = refused.map(({ _id, message }) => `N° ${numberOf(_id)}: ${message}`)
  return notice.alert({ title: partly, text: [message, ...reasons].join('\n'), icon: 'info' })
}
