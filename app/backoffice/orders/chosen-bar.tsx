import { useState } from 'react'
import { href, useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ApiError, browserApi } from '../../api.ts'
import { FROM_LIST } from '../../listing/last-list.ts'
import { statuses } from '../../orders/order-status.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox, FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import type { Choice } from './use-chosen.ts'

/** Chooses all orders of the page, and acts on the chosen ones. It always has its place, so that nothing jumps. */
export function ChosenBar({
  rows = [],
  choice: { chosen, choose },
}: {
  rows: readonly Order[] | undefined
  choice: Choice
}) {
  const { deliver, working, failure } = useDeliver()
  const count = chosen.length
  const ids = chosen.map(({ _id }) => _id).join()
  const none = count === 0
  return (
    <div className="grid w-full gap-1 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          label={rows.length === 1 ? 'Elegir el de esta página' : `Elegir los ${rows.length} de esta página`}
          checked={rows.length > 0 && count === rows.length}
          disabled={rows.length === 0}
          onChange={(event) => choose(rows, event.target.checked)}
        />
        <p role="status" className="text-sm text-soft tabular-nums">
          {none ? 'Ninguno elegido' : count === 1 ? '1 elegido' : `${count} elegidos`}
        </p>
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Button
            look="secondary"
            small
            icon="check"
            disabled={none}
            loading={working}
            onClick={async () => {
              if (await deliver(chosen)) choose(rows, false)
            }}
          >
            Marcar Entregado
          </Button>
          {none ? (
            <Button look="secondary" small icon="print" disabled>
              Imprimir para preparar
            </Button>
          ) : (
            <LinkButton
              to={`${href('/dashboard/deliveries/packing')}?pedidos=${ids}`}
              state={FROM_LIST}
              look="secondary"
              small
              icon="print"
            >
              Imprimir para preparar
            </LinkButton>
          )}
        </div>
      </div>
      <FieldError error={failure} />
    </div>
  )
}

/** Asks, then sets the orders to Entregado; a dialog names those that couldn't be. */
function useDeliver() {
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** @returns whether the call was answered */
  async function deliver(orders: readonly Order[]): Promise<boolean> {
    setFailure(undefined)
    if (!(await notice.confirm(questionOf(orders)))) return false
    setWorking(true)
    try {
      const { message, data } = await browserApi.deliverOrders({
        body: { ids: orders.map(({ _id }) => _id) },
      })
      await revalidate()
      await tellOutcome(orders, message, data.refused)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
      // Some may have been delivered before the failure.
      await revalidate()
      return false
    } finally {
      setWorking(false)
    }
  }
  return { deliver, working, failure }
}

/** The question of a single order's status, for several (docs/product.md#order-status). */
function questionOf(orders: readonly Order[]) {
  const cancelled = orders.filter(({ status }) => status === 'cancelled').length
  const numbers = orders.map(({ nro_delivery }) => nro_delivery).join(', ')
  const stock = cancelled > 0 ? ' Los productos de los cancelados se descuentan nuevamente del stock.' : ''
  return {
    title:
      orders.length === 1
        ? `¿Cambiar el estado del pedido N° ${numbers}?`
        : `¿Cambiar el estado de ${orders.length} pedidos?`,
    text: `A ${statuses.delivered.name}: N° ${numbers}.${stock}`,
    confirm: 'Cambiar estado',
  }
}

async function tellOutcome(
  orders: readonly Order[],
  message: string,
  refused: { _id: string; message: string }[],
) {
  if (refused.length === 0)
    return notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  const numberOf = (id: string) => orders.find(({ _id }) => _id === id)?.nro_delivery
  const reasons = refused.map(({ _id, message }) => `N° ${numberOf(_id)}: ${message}`)
  return notice.alert({
    title: 'No todos quedaron Entregados',
    text: [message, ...reasons].join('\n'),
    icon: 'info',
  })
}
