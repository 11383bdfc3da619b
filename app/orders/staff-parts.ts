import type { Order } from '#contract/orders.ts'
import type { OpenedModal } from './opened-modal.ts'
import type { StaffLots } from './order-details.tsx'

/** Shows the changed order, even when it has left the filtered list. */
export type OnChanged = (order: Order) => void

/** The properties of the staff's parts of a modal. */
export type StaffProps = {
  order: Order
  /** The orders of the list's page. */
  rows: readonly Order[]
  /** Opens another modal in place of this one. */
  open: (modal: OpenedModal) => void
  onClose: () => void
  onChanged: OnChanged
}

/** The back office's parts of the modals, passed in so that customers don't load them. */
export type StaffParts = {
  /** The check beside a payment proof; `shown`: whether its image is in sight; `decided`: the decision before, about another order. */
  ProofCheck: (props: StaffProps & { decided: OpenedModal['decided']; shown: boolean }) => React.ReactNode
  /** An order's prescription and the decision about it; `decided` is the decision before, about another order. */
  PrescriptionReview: (props: StaffProps & { decided: OpenedModal['decided'] }) => React.ReactNode
  /** The actions, and the note, beside an order's details. */
  OrderActions: (props: StaffProps) => React.ReactNode
  StaffNote: (props: StaffProps) => React.ReactNode
  /** The lots that the lines of the details take, and a field in which lots are scanned. */
  OrderLots: (
    props: Pick<StaffProps, 'order' | 'onChanged'> & { children: (lots: StaffLots) => React.ReactNode },
  ) => React.ReactNode
  /** Courier and tracking number of an order that is sent. */
  SendOrder: (props: StaffProps) => React.ReactNode
  /** The buttons that walk through the orders of the page, in the header of a modal. */
  OrderStepper: (props: {
    order: Order
    rows: readonly Order[]
    onOpen: (order: Order) => void
  }) => React.ReactNode
}
