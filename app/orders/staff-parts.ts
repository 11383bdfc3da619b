import type { Order } from '#contract/orders.ts'
import type { Column } from '../ui/data-table.tsx'

/** Shows the changed order, even when it has left the filtered list. */
export type OnChanged = (order: Order) => void

/** The back office's parts of the orders screen, passed in so that customers don't load them. */
export type StaffParts = {
  /** The check beside a payment proof. */
  ProofCheck: (props: { order: Order; onChanged: OnChanged }) => React.ReactNode
  /** The part below an order's details. `onDirty` reports unsaved changes. */
  OrderDesk: (props: { order: Order; onDirty: (dirty: boolean) => void }) => React.ReactNode
  /** The column before the others. */
  column: Column<Order>
  filters: React.ReactNode
  actions: React.ReactNode
  /** The bar below the rows. */
  bar: React.ReactNode
}
