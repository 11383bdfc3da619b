import type { Order } from '#contract/orders.ts'

/** The modal that is open, and its order. */
export type OpenedModal = {
  kind:
    | 'details'
    | 'payment-methods'
    | 'proof-upload'
    | 'proof-view'
    | 'prescription-upload'
    | 'prescription-view'
    | 'shipment'
  order: Order
  /** Whether closing leads back to the order's details. */
  fromDetails?: boolean
  /** The decision about another order's payment proof or prescription, after which this one was opened. */
  decided?: { order: Order; text: string }
}

/** The properties of a modal's parts. */
export type ModalProps = Pick<OpenedModal, 'order' | 'decided'> & {
  /** The orders of the list's page. */
  rows: readonly Order[]
  /** Opens another modal in place of this one. */
  open: (modal: OpenedModal) => void
  /** The same function on every render: effects depend on it. */
  onClose: () => void
}

/** The modals of an orders screen, each about one order. */
export type OrderModals = {
  [kind in OpenedModal['kind']]?: {
    title: string
    wide?: true | 'widest'
    Content: (props: ModalProps) => React.ReactNode
    /** Stands in the header of the modal. */
    Tools?: (props: ModalProps) => React.ReactNode
  }
}
