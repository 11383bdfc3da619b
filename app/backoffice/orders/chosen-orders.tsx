import { useRevalidator } from 'react-router'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Order } from '#contract/orders.ts'
import { changeOf, orderStatuses } from '#domain/order-status.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { ChosenBar, type ChosenRows } from '../../listing/chosen-rows.tsx'
import { FROM_LIST } from '../../listing/last-list.ts'
import { isRetained, lacksProof, missingApproval } from '../../orders/missing-papers.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { packingUrl } from './packing-url.ts'

/** Actions on the chosen orders of the page. */
export function ChosenOrders({ chosen }: { chosen: ChosenRows<Order> }) {
  const { run, working, choice, failure } = useActs(chosen)
  return (
    <ChosenBar
      chosen={chosen}
      label="Pedidos elegidos"
      countOf={(count) => (count === 1 ? '1 pedido elegido' : `${count} pedidos elegidos`)}
      failure={failure}
    >
      {(Object.keys(ACTS) as Act[]).map((name) => (
        <Button
          key={name}
          look="secondary"
          small
          icon="check"
          className="max-sm:px-1 max-sm:[&_svg]:hidden"
          disabled={working}
          loading={choice === name}
          onClick={() => run(name)}
        >
          {ACTS[name].button}
        </Button>
      ))}
      <LinkButton
        to={packingUrl(chosen.ids)}
        state={FROM_LIST}
        look="secondary"
        small
        icon="print"
        className="max-sm:px-1 max-sm:[&_svg]:hidden"
      >
        Imprimir para preparar
      </LinkButton>
    </ChosenBar>
  )
}

const ACTS = {
  deliver: {
    button: 'Marcar Entregado',
    choose: chooseToDeliver,
    call: (ids: string[]) => browserApi.deliverOrders({ body: { ids } }),
    partly: 'No todos quedaron Entregados',
  },
  check: {
    button: 'Marcar comprobante revisado',
    choose: undefined,
    call: (ids: string[]) => browserApi.checkProofs({ body: { ids } }),
    partly: 'No todos quedaron revisados',
  },
  receive: {
    button: 'Original recibido',
    choose: async (orders: readonly Order[]) => {
      const retained = orders.filter(isRetained)
      if (retained.length === 0)
        await notice.alert({ title: 'Ninguno tiene una receta que retener', icon: 'info' })
      return retained
    },
    call: (ids: string[]) => browserApi.receiveOriginals({ body: { ids, received: true } }),
    partly: 'No todos los originales quedaron recibidos',
  },
} as const
type Act = keyof typeof ACTS

/** Acts on the chosen orders; a dialog names those that were refused. */
function useActs(chosen: ChosenRows<Order>) {
  const { revalidate } = useRevalidator()
  return useAction<Act>(
    async (name) => {
      const { choose, call, partly } = ACTS[name]
      const rows = choose ? await choose(chosen.rows) : chosen.rows
      if (rows.length === 0) return
      const { message, data } = await call(rows.map(({ _id }) => _id))
      await revalidate()
      chosen.clear()
      await tellOutcome(rows, message, partly, data.refused)
    },
    {
      // Some orders may have been changed before the failure.
      onRefused: revalidate,
    },
  )
}

const numbersOf = (orders: readonly Order[]) => orders.map(({ nro_delivery }) => nro_delivery).join(', ')

/**
 * Asks as for a single order's status (docs/product.md#order-status). Orders whose prescription isn't approved are left out and named;
 * those without a payment proof are named, and left out on demand.
 *
 * @returns the orders to deliver: all with an approved prescription, only the complete ones, or none
 */
async function chooseToDeliver(orders: readonly Order[]): Promise<readonly Order[]> {
  const approved = orders.filter((order) => missingApproval(order) === '')
  const leftOut = Map.groupBy(
    orders.filter((order) => missingApproval(order) !== ''),
    missingApproval,
  )
  const outside = [...leftOut].map(
    ([why, without]) =>
      `${without.length === 1 ? 'Queda' : 'Quedan'} fuera, ${why}: N° ${numbersOf(without)}.`,
  )
  if (approved.length === 0) {
    await notice.alert({ title: 'Falta aprobar la receta', text: outside.join('\n'), icon: 'info' })
    return []
  }
  const cancelled = approved.filter(({ status }) => changeOf(status, 'delivered').stock === 'take')
  const unpaid = approved.filter(lacksProof)
  const complete = approved.filter((order) => !lacksProof(order))
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
