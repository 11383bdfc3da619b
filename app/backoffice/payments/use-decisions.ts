import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { type Stage, stageOf } from './payment-groups.ts'

type Numbered = Pick<Payment['orders'][number], '_id' | 'nro_delivery'>

/** A decision about a transfer, with the calls that make it and take it back. */
type Decision = { payment: Payment; text: string; make: () => Promise<unknown>; undo: () => Promise<unknown> }

/** The last event, in words; `undone` is the id of a transfer that came back. */
type Outcome = { text: string; undone?: string; failed?: true }

const match = (id: string, orders: readonly Numbered[]) =>
  browserApi.matchPayment({ params: { id }, body: { orders: orders.map(({ _id }) => _id) } })
const unmatch = (id: string) => browserApi.unmatchPayment({ params: { id } })
const setAside = (id: string, aside: boolean) =>
  browserApi.setPaymentAside({ params: { id }, body: { aside } })

/** `1042`, `1042 y 1043`, `1042, 1043 y 1044`. */
export const numbersOf = (orders: readonly Numbered[]) =>
  orders
    .map(({ nro_delivery }) => nro_delivery)
    .join(', ')
    .replace(/, (?=\d+$)/, ' y ')

export const namedOrders = (orders: readonly Numbered[]) =>
  orders.length === 1 ? `el pedido N° ${numbersOf(orders)}` : `los pedidos N° ${numbersOf(orders)}`

/** The decision in words; 'pagan' only if nothing is missing. */
function matchInWords({ amount, offers }: Payment, orders: readonly Numbered[]): string {
  const ids = numbersOf(orders)
  const difference = offers.find((offer) => numbersOf(offer.orders) === ids)?.difference ?? 0
  if (difference >= 0) return `${formatPrice(amount)} pagan ${namedOrders(orders)}.`
  return `${formatPrice(amount)} quedan en ${namedOrders(orders)}: ${differenceInWords(difference)}.`
}

/**
 * Decides about transfers. A decision shows at once: its row leaves the list, and the calls run one after the other in the
 * background. A refusal brings the row back, with its reason.
 *
 * @param loaded the last data that the screen loaded: a new object after every load
 */
export function useDecisions(loaded: object | undefined) {
  const { revalidate } = useRevalidator()
  /** The stage of each decided transfer before its decision, by id: its row is hidden as long as it is in that stage. */
  const [decided, setDecided] = useState<ReadonlyMap<string, Stage>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [made, setMade] = useState<readonly Decision[]>([])
  const [outcome, setOutcome] = useState<Outcome>()
  const [working, setWorking] = useState(false)
  const queue = useRef({ last: Promise.resolve(), calls: 0 })

  function enqueue(call: () => Promise<unknown>, onRefused: (message: string) => void) {
    queue.current.calls += 1
    setWorking(true)
    queue.current.last = queue.current.last.then(async () => {
      try {
        await call()
      } catch (error) {
        onRefused((await refusalOf(error)).message)
      }
      queue.current.calls -= 1
      if (queue.current.calls > 0) return
      await revalidate()
    })
  }
  // The list loaded after the last call no longer has the decided rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every load counts.
  useEffect(() => {
    if (queue.current.calls > 0) return
    setDecided(new Map())
    setWorking(false)
  }, [loaded])

  const show = (id: string) => setDecided((now) => without(now, id))

  function decide(decision: Decision) {
    const { payment, text } = decision
    setFailures((now) => without(now, payment._id))
    setDecided((now) => new Map(now).set(payment._id, stageOf(payment)))
    setMade((now) => [...now, decision])
    setOutcome({ text })
    enqueue(decision.make, (message) => {
      show(payment._id)
      setMade((now) => now.filter((other) => other !== decision))
      setFailures((now) => new Map(now).set(payment._id, message))
      setOutcome({ text: `Pago de ${formatPrice(payment.amount)}: ${message}`, failed: true })
    })
  }

  function undo() {
    const last = made.at(-1)
    if (!last) return
    const { payment, text } = last
    setMade((now) => now.slice(0, -1))
    setOutcome({ text: `Deshecho: ${text}`, undone: payment._id })
    enqueue(
      async () => {
        await last.undo()
        show(payment._id)
      },
      (message) => setOutcome({ text: message, failed: true }),
    )
  }

  return {
    /** Whether a row is still to be shown. */
    isShown: (payment: Payment) => decided.get(payment._id) !== stageOf(payment),
    failureOf: ({ _id }: Payment) => failures.get(_id),
    working,
    outcome,
    /** The decision that {@link undo} takes back. */
    last: made.at(-1),
    undo,
    match: (payment: Payment, orders: readonly Numbered[]) =>
      decide({
        payment,
        text: matchInWords(payment, orders),
        make: () => match(payment._id, orders),
        undo: () => unmatch(payment._id),
      }),
    unmatch: (payment: Payment) =>
      decide({
        payment,
        text: `${formatPrice(payment.amount)} ya no pagan ${namedOrders(payment.orders)}.`,
        make: () => unmatch(payment._id),
        undo: () => match(payment._id, payment.orders),
      }),
    setAside: (payment: Payment, aside: boolean) =>
      decide({
        payment,
        text: aside
          ? `El pago de ${formatPrice(payment.amount)} quedó apartado.`
          : `El pago de ${formatPrice(payment.amount)} está de nuevo por decidir.`,
        make: () => setAside(payment._id, aside),
        undo: () => setAside(payment._id, !aside),
      }),
  }
}
export type Decisions = ReturnType<typeof useDecisions>

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
