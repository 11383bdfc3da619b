import type { Order } from '#contract/orders.ts'

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

export type ModalProps = Pick<OpenedModal, 'order' | 'decided'> & {
  rows: readonly Order[]
  open: (modal: OpenedModal) => void
  /** The same function on every render: effects depend on it. */
  onClose: () => void
}

export type OrderModals = {
  [kind in OpenedModal['kind']]?: {
    title: string
    wide?: true | 'widest'
    Content: (props: ModalProps) => React.ReactNode
    Tools?: (props: ModalProps) => React.ReactNode
  }
}
