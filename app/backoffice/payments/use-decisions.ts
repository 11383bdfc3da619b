import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'

type Numbered = Pick<Payment['orders'][number], '_id' | 'nro_delivery'>

/** A decision about a transfer, with the calls that make it and take it back. */
type Decision = { payment: Payment; text: string; make: () => Promise<unknown>; undo: () => Promise<unknown> }

/** The last event in words, or the refusal of a decision. */
type Outcome = { text: string; refused?: { id: string; message: string } }

const match = (id: string, orders: readonly Numbered[]) =>
  browserApi.matchPayment({ params: { id }, body: { orders: orders.map(({ _id }) => _id) } })
const unmatch = (id: string) => browserApi.unmatchPayment({ params: { id } })
const setAside = (id: string, aside: boolean) =>
  browserApi.setPaymentAside({ params: { id }, body: { aside } })

/** `1042`, `1042 y 1043`, `1042, 1043 y 1044`. */
const numbersOf = (orders: readonly Numbered[]) =>
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

/** Decides about transfers, one after the other; the list is loaded again after each decision. */
export function useDecisions() {
  const { revalidate } = useRevalidator()
  const [last, setLast] = useState<Decision>()
  const [outcome, setOutcome] = useState<Outcome>()
  /** The id of the transfer whose decision is being saved. */
  const [saving, setSaving] = useState<string>()
  const busy = useRef(false)

  async function run(decision: Decision, step: 'make' | 'undo') {
    // A second press while a decision is saved would be meant for the row that leaves.
    if (busy.current) return
    const { payment, text } = decision
    busy.current = true
    setSaving(payment._id)
    try {
      await decision[step]()
      setLast(step === 'make' ? decision : undefined)
      setOutcome({ text: step === 'make' ? text : `Deshecho: ${text}` })
    } catch (error) {
      const { message } = await refusalOf(error)
      setOutcome({
        text: `Pago de ${formatPrice(payment.amount)}: ${message}`,
        refused: { id: payment._id, message },
      })
    } finally {
      await revalidate()
      busy.current = false
      setSaving(undefined)
    }
  }
  const decide = (decision: Decision) => void run(decision, 'make')

  return {
    saving,
    outcome,
    /** The decision that `undo` takes back. */
    last,
    undo: () => last && void run(last, 'undo'),
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
