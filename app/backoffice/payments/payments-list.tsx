import { useEffect, useRef, useState } from 'react'
import type { Offer, Payment } from '#contract/payments.ts'
import { differenceInWords, formatPrice } from '#domain/price.ts'
import { ListingTable } from '../../listing/listing-table.tsx'
import type { Listing } from '../../listing/load-listing.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ASIDE_KEY, FIND_ORDER_KEY } from '../shortcut-keys.ts'
import { FindOrders } from './find-orders.tsx'
import { Key } from './key.tsx'
import { LastDecision } from './last-decision.tsx'
import { Due, keyOf, matchOf, Offers, Received } from './payment-cells.tsx'
import { GROUPS, type Group, stageOf } from './payment-groups.ts'
import { type Decisions, namedOrders, useDecisions } from './use-decisions.ts'
import { MAIN_BUTTON, mainButtons, usePaymentKeys } from './use-payment-keys.ts'

/** What the shared parts of the screen give every list of it. */
export type AroundList = {
  filters: React.ReactNode
  actions: React.ReactNode
  /** The next step from a list that has no rows at all. */
  next: React.ReactNode
}

/** The transfers of a group, each beside what it may pay, to be decided one after the other by mouse or keyboard. */
export function PaymentsList({
  group,
  listing,
  empty,
  ...around
}: AroundList & { group: Group; listing: Listing<Payment> | undefined; empty: string }) {
  const decisions = useDecisions()
  const list = useRef<HTMLDivElement>(null)
  const [finding, setFinding] = useState<Payment | null>(null)
  const [offers, chooseOffer] = useState<ReadonlyMap<string, string>>(new Map())
  const rows = listing?.rows.filter(decisions.isShown) ?? []
  const find = (id: string) => rows.find(({ _id }) => _id === id)

  const chosenOf = ({ _id, offers: all }: Payment) =>
    all.find((offer) => keyOf(offer) === offers.get(_id)) ?? all[0]
  const choose = ({ _id }: Payment, offer: Offer) => chooseOffer((now) => new Map(now).set(_id, keyOf(offer)))

  const goOn = useFocusAfter(list, decisions)
  const decide = {
    match: (payment: Payment, orders: Offer['orders']) => {
      goOn(payment)
      decisions.match(payment, orders)
    },
    aside: (payment: Payment, aside: boolean) => {
      goOn(payment)
      decisions.setAside(payment, aside)
    },
    unmatch: (payment: Payment) => {
      goOn(payment)
      decisions.unmatch(payment)
    },
  }

  usePaymentKeys(list, {
    aside: (id) => {
      const payment = find(id)
      if (payment && stageOf(payment) === 'waiting') decide.aside(payment, true)
    },
    find: (id) => {
      const payment = find(id)
      if (payment && stageOf(payment) === 'waiting') setFinding(payment)
    },
    turn: (id, step) => {
      const payment = find(id)
      const chosen = payment && chosenOf(payment)
      if (!payment || !chosen) return
      const place = payment.offers.indexOf(chosen) + step
      const next = payment.offers[(place + payment.offers.length) % payment.offers.length]
      if (next) choose(payment, next)
    },
    undo: decisions.undo,
  })

  const columns: Column<Payment>[] = [
    {
      header: 'Lo que llegó',
      bare: true,
      cell: (payment) => <Received payment={payment} />,
      className: 'as-table:w-[36%] as-table:align-top',
    },
    {
      header:
        stageOf({ state: GROUPS[group].state ?? 'unknown' }) === 'matched'
          ? 'Lo que paga'
          : 'Lo que falta pagar',
      bare: true,
      cell: (payment) => {
        const chosen = chosenOf(payment)
        if (payment.state === 'matched') return <Due {...matchOf(payment)} />
        if (chosen)
          return <Offers payment={payment} chosen={chosen} onChoose={(offer) => choose(payment, offer)} />
        return (
          <span className="text-soft">
            {payment.state === 'aside' ? 'No es un pago' : 'Ningún pedido calza'}
          </span>
        )
      },
      className: 'as-table:align-top',
    },
    {
      header: 'Decisión',
      bare: true,
      cell: (payment) => (
        <Decision
          payment={payment}
          chosen={chosenOf(payment)}
          failure={decisions.failureOf(payment)}
          decide={decide}
          onFind={() => setFinding(payment)}
        />
      ),
      className: 'as-table:w-44 as-table:align-top',
    },
  ]
  return (
    <div
      ref={list}
      tabIndex={-1}
      className="outline-none [&_tbody_tr:focus-within]:bg-mint [&_tbody_tr:focus-within]:shadow-[inset_3px_0_0_var(--color-brand)]"
    >
      <ListingTable
        {...around}
        title="Pagos"
        search="Buscar pago..."
        listing={listing && { ...listing, rows }}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={decisions.working ? 'Guardando…' : empty}
        onRow={({ _id }) => focusRow(list.current, _id)}
        bar={<LastDecision decisions={decisions} />}
      />
      <FindOrders
        payment={finding}
        onClose={() => setFinding(null)}
        onMatch={(orders) => {
          if (finding) decide.match(finding, orders)
          setFinding(null)
        }}
      />
    </div>
  )
}

type Decide = {
  match: (payment: Payment, orders: Offer['orders']) => void
  aside: (payment: Payment, aside: boolean) => void
  unmatch: (payment: Payment) => void
}

/** The buttons of a row. The main one is the row's stop for the arrow keys, and says to screen readers what it decides about. */
function Decision({
  payment,
  chosen,
  failure,
  decide,
  onFind,
}: {
  payment: Payment
  chosen: Offer | undefined
  failure: string | undefined
  decide: Decide
  onFind: () => void
}) {
  const main = { [MAIN_BUTTON]: payment._id, small: true, className: 'w-full' }
  const of = <span className="sr-only"> {nameOf(payment)}</span>
  const stage = stageOf(payment)
  return (
    <div className="grid gap-1 as-card:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      {stage === 'matched' && (
        <Button {...main} look="secondary" icon="rotate" onClick={() => decide.unmatch(payment)}>
          Deshacer{of}
        </Button>
      )}
      {stage === 'aside' && (
        <Button {...main} look="secondary" icon="rotate" onClick={() => decide.aside(payment, false)}>
          Volver a decidir{of}
        </Button>
      )}
      {stage === 'waiting' && (
        <>
          {chosen && (
            <Button {...main} onClick={() => decide.match(payment, chosen.orders)}>
              Aceptar
              <span className="sr-only">
                {' '}
                {nameOf(payment)} para {namedOrders(chosen.orders)}, {reasonsOf(chosen)}
              </span>
              <Key>↵</Key>
            </Button>
          )}
          <Button {...(chosen ? { small: true } : main)} look="secondary" onClick={onFind}>
            Buscar pedido{of}
            <Key>{FIND_ORDER_KEY}</Key>
          </Button>
          <Button small look="quiet" onClick={() => decide.aside(payment, true)}>
            No es un pago{of}
            <Key>{ASIDE_KEY}</Key>
          </Button>
        </>
      )}
      <div className="col-span-full empty:hidden">
        <FieldError error={failure} />
      </div>
    </div>
  )
}

const nameOf = ({ amount, payer, description }: Payment) =>
  `el pago de ${formatPrice(amount)} de ${payer.name || description}`

const reasonsOf = ({ reasons, difference }: Offer) =>
  [...new Set([...reasons, differenceInWords(difference)])].filter(Boolean).join(', ')

function focusRow(list: HTMLElement | null, id: string): boolean {
  const button = mainButtons(list).find((one) => one.getAttribute(MAIN_BUTTON) === id)
  button?.focus()
  return button !== undefined
}

/**
 * Keeps the focus in the list: when a row leaves, on the row that takes its place; when a row comes back, on that row.
 *
 * @returns called with the transfer that is about to leave
 */
function useFocusAfter(list: React.RefObject<HTMLDivElement | null>, { outcome }: Decisions) {
  /** The place of the row that has left, until another row has the focus. */
  const left = useRef<number>(null)
  const undone = useRef<string>(undefined)
  useEffect(() => {
    undone.current = outcome?.undone
  }, [outcome])
  // After every render: the rows change with decisions, and with the list that comes afterwards.
  useEffect(() => {
    if (undone.current && focusRow(list.current, undone.current)) undone.current = undefined
    if (left.current === null) return
    if (document.activeElement !== document.body && document.activeElement !== list.current) {
      left.current = null
      return
    }
    const buttons = mainButtons(list.current)
    const next = buttons[Math.min(left.current, buttons.length - 1)]
    if (next) left.current = null
    ;(next ?? list.current)?.focus({ preventScroll: true })
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  })
  return ({ _id }: Payment) => {
    undone.current = undefined
    left.current = mainButtons(list.current).findIndex((one) => one.getAttribute(MAIN_BUTTON) === _id)
  }
}
