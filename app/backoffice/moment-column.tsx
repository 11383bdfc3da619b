import { orderMoment } from '../orders/order-date.ts'
import type { Column } from '../ui/data-table.tsx'

export const momentColumn = <Row,>(header: string, of: (row: Row) => string): Column<Row> => ({
  header,
  cell: (row) => <time dateTime={of(row)}>{orderMoment(of(row))}</time>,
  className: 'tabular-nums as-table:whitespace-nowrap',
})
