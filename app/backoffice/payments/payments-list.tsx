import { useRef, useState } from 'react'
import type { Offer, Payment } from '#contract/payments.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import type { Listing } from '../../listing/listing.ts'
import { ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { ASIDE_KEY, FIND_ORDER_KEY, UNDO_KEY } from '../shortcut-keys.ts'
import { FindOrders } from './find-orders.tsx'
import { keyOf, matchOf, OfferedOrders, Offers, Received, SureOrders } from './payment-cells.tsx'
import { GROUPS, type Group, PAYMENTS, stageOf } from './payment-groups.ts'
import { type Decisions, namedOrders } from './use-decisions.ts'
import { focusRow, MAIN_BUTTON, useKeptFocus, usePaymentKeys } from './use-payment-keys.ts'

/** The shared parts of the screen for each of its lists. */
export type ListFrame = {
  /** The title, the actions and the parts above the search. */
  head: React.ReactNode
  filters: React.ReactNode
  /** The next step from a list that has no rows at all. */
  next: React.ReactNode
}

/** The transfers of a group, each beside the orders that it may pay, to be decided one after the other by mouse or keyboard. */
export function PaymentsList({
  group,
  listing,
  decisions,
  empty,
  head,
  filters,
  next,
}: ListFrame & {
  group: Group
  listing: Listing<Payment> | undefined
  decisions: Decisions
  empty: string
}) {
  const list = useRef<HTMLDivElement>(null)
  const { outcome, last, undo } = decisions
  const [finding, setFinding] = useState<Payment | null>(null)
  const [offers, chooseOffer] = useState<ReadonlyMap<string, string>>(new Map())
  const chosenOf = ({ _id, offers: all }: Payment) =>
    all.find((offer) => keyOf(offer) === offers.get(_id)) ?? all[0]
  const choose = ({ _id }: Payment, offer: Offer) => chooseOffer((now) => new Map(now).set(_id, keyOf(offer)))

  useKeptFocus(list, { group, loaded: listing })

  const waiting = (act: (payment: Payment) => void) => (id: string) => {
    const payment = listing?.rows.find(({ _id }) => _id === id)
    if (payment && stageOf(payment) === 'waiting') act(payment)
  }
  /** Chooses the next or the previous offer. */
  const turn = (step: 1 | -1) => (payment: Payment) => {
    const chosen = chosenOf(payment)
    if (!chosen) return
    const { offers } = payment
    choose(payment, offers.at((offers.indexOf(chosen) + step) % offers.length)!)
  }
  usePaymentKeys(list, undo, {
    [ASIDE_KEY]: waiting((payment) => decisions.setAside(payment, true)),
    [FIND_ORDER_KEY]: waiting(setFinding),
    ArrowRight: waiting(turn(1)),
    ArrowLeft: waiting(turn(-1)),
  })

  /** Sure payments stand in a line each, because they are only looked through before 'Aplicar los seguros'. */
  const isSure = group === 'seguros'
  const dueHeading = GROUPS[group].state === 'matched' ? 'Lo que paga' : 'Lo que falta pagar'
  function whatIsDue(payment: Payment) {
    const stage = stageOf(payment)
    const chosen = chosenOf(payment)
    if (stage === 'matched') return <OfferedOrders {...matchOf(payment)} />
    if (stage === 'aside') return <span className="text-soft">No es un pago</span>
    if (!chosen) return <span className="text-soft">Ningún pedido calza</span>
    if (isSure) return <SureOrders {...chosen} />
    return <Offers payment={payment} chosen={chosen} onChoose={(offer) => choose(payment, offer)} />
  }
  const columns: Columns<Payment> = {
    received: {
      header: 'Lo que llegó',
      bare: true,
      cell: (payment) => <Received payment={payment} isSure={isSure} />,
      className: `as-table:w-[36%] ${isSure ? LINE : CELL}`,
    },
    due: {
      header: dueHeading,
      bare: true,
      cell: (payment) => (
        <>
          <span aria-hidden="true" className="mb-1 block text-soft as-table:hidden">
            {dueHeading}
          </span>
          {whatIsDue(payment)}
        </>
      ),
      className: isSure ? LINE : CELL,
    },
    decision: {
      header: 'Decisión',
      bare: true,
      cell: (payment) => (
        <Decision
          payment={payment}
          chosen={chosenOf(payment)}
          decisions={decisions}
          onFind={() => setFinding(payment)}
        />
      ),
      className: `as-table:w-px ${isSure ? 'as-table:py-0.5' : 'as-table:align-top as-table:py-1'}`,
    },
  }
  return (
    <div ref={list} tabIndex={-1} className="payments outline-none">
      <ListingTable
        title="Pagos"
        list={PAYMENTS}
        listing={listing}
        columns={columns}
        empty={empty}
        next={next}
        onRow={({ _id }) => focusRow(list, _id)}
        below={
          // The bar at the window's bottom: the last decision, announced to screen readers, and 'Deshacer'.
          <div
            className={
              outcome
                ? 'window-bar mt-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-brand bg-mint px-3 py-1.5 shadow print:hidden'
                : 'sr-only'
            }
          >
            {outcome && (
              <Icon
                name={outcome.refused ? 'warning' : 'check'}
                className={`size-5 ${outcome.refused ? 'text-coral' : 'text-brand'}`}
              />
            )}
            <p role="status" className="mr-auto min-w-0 flex-1 font-semibold tabular-nums">
              {outcome?.text}
            </p>
            {last && (
              <Button look="quiet" small onClick={undo}>
                {outcome?.refused ? 'Deshacer lo anterior' : 'Deshacer'}
                <span className="sr-only">: {last.text}</span>
                <Key>{UNDO_KEY}</Key>
              </Button>
            )}
          </div>
        }
      >
        {head}
        <ListingSearch label="Buscar pago...">{filters}</ListingSearch>
      </ListingTable>
      <Modal open={finding !== null} onClose={() => setFinding(null)} title="Buscar pedido">
        {finding && (
          <FindOrders
            payment={finding}
            onMatch={(orders) => {
              decisions.match(finding, orders)
              setFinding(null)
            }}
          />
        )}
      </Modal>
    </div>
  )
}

const CELL = 'as-table:max-w-0 as-table:align-top as-table:py-1.5'
const LINE = 'as-table:max-w-0 as-table:py-0.5'

/** The buttons of a row. Arrow keys move between the main buttons of the rows, whose hidden text names the transfer for screen readers. */
function Decision({
  payment,
  chosen,
  decisions,
  onFind,
}: {
  payment: Payment
  chosen: Offer | undefined
  decisions: Decisions
  onFind: () => void
}) {
  const main = {
    ...{ [MAIN_BUTTON]: payment._id, small: true, look: 'secondary' as const },
    loading: decisions.saving === payment._id,
    className: 'whitespace-nowrap',
  }
  const of = <span className="sr-only"> {nameOf(payment)}</span>
  const stage = stageOf(payment)
  const refused = decisions.outcome?.refused
  return (
    <>
      <div className="flex items-center gap-1 as-card:gap-4">
        {stage === 'matched' && (
          <Button {...main} icon="rotate" onClick={() => decisions.unmatch(payment)}>
            Deshacer{of}
          </Button>
        )}
        {stage === 'aside' && (
          <Button {...main} icon="rotate" onClick={() => decisions.setAside(payment, false)}>
            Volver a decidir{of}
          </Button>
        )}
        {stage === 'waiting' && (
          <>
            {chosen ? (
              <Button {...main} onClick={() => decisions.match(payment, chosen.orders)}>
                Aceptar
                <span className="sr-only">
                  {' '}
                  {nameOf(payment)} para {namedOrders(chosen.orders)}, {reasonsOf(chosen)}
                </span>
              </Button>
            ) : (
              <Button {...main} onClick={onFind}>
                Buscar pedido{of}
              </Button>
            )}
            <RowMenu
              label={`Más acciones de ${nameOf(payment)}`}
              items={[
                ...(chosen ? [{ name: 'Buscar pedido', icon: 'search', onClick: onFind } as const] : []),
                { name: 'No es un pago', icon: 'cross', onClick: () => decisions.setAside(payment, true) },
              ]}
            />
          </>
        )}
      </div>
      <FieldError error={refused?.id === payment._id ? refused.message : undefined} />
    </>
  )
}

const nameOf = ({ amount, payer, description }: Payment) =>
  `el pago de ${formatPrice(amount)} de ${payer.name || description}`

const reasonsOf = ({ reasons, difference }: Offer) =>
  [...new Set([...reasons, differenceInWords(difference)])].filter(Boolean).join(', ')

/** A key, shown on the button that it presses; not on touch screens. */
export const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-current px-1 font-sans text-[0.75rem] uppercase leading-none opacity-70 pointer-coarse:hidden"
  >
    {children}
  </span>
)
