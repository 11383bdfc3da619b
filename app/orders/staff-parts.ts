import type { Order } from '#contract/orders.ts'
import type { Column } from '../ui/data-table.tsx'

/** Shows the order as it is now, also when it has left the filtered list. */
export type OnChanged = (order: Order) => void

/** What the back office adds to the orders screen, so that customers don't load it. */
export type StaffParts = {
  /** Beside a payment proof. */
  ProofCheck: (props: { order: Order; onChanged: OnChanged }) => React.ReactNode
  /** Below an order's details. `onDirty` reports whether something typed isn't saved. */
  OrderDesk: (props: { order: Order; onDirty: (dirty: boolean) => void }) => React.ReactNode
  /** Before the other columns. */
  column: Column<Order>
  filters: React.ReactNode
  actions: React.ReactNode
  /** Below the rows. */
  bar: React.ReactNode
}
