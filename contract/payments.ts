import { z } from 'zod'
import { defineCall } from './call.ts'
import { booleanField, day, id, jsonField, list, message, pageQuery, WRONG_COLUMNS } from './fields.ts'
import { assignedFields, tableColumn, unknownTable } from './table-columns.ts'

/** Transfers received, read from bank statements, and the orders that they pay. */

/** The known layouts of statements; for files of other banks a person assigns the columns. */
export const BANKS = ['chile', 'chile-empresas', 'santander', 'bci', 'estado', 'itau', 'scotiabank'] as const
export type Bank = (typeof BANKS)[number]

export const BANK_NAMES: Record<Bank, string> = {
  chile: 'Banco de Chile',
  'chile-empresas': 'Banco de Chile, empresas',
  santander: 'Santander',
  bci: 'BCI',
  estado: 'BancoEstado',
  itau: 'Itaú',
  scotiabank: 'Scotiabank',
}

/** The columns of a statement. `amount` and `sign` stand for `credit` and `debit` where a bank has a single column. */
export const STATEMENT_FIELDS = [
  'date',
  'description',
  'document',
  'credit',
  'debit',
  'amount',
  'sign',
  'balance',
] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

const statementField = z.enum(STATEMENT_FIELDS)

/** The field of each column, by the column's key. Clients of the version before send the heading of each field instead. */
const assignedColumns = jsonField(
  z.union([
    assignedFields(statementField).refine((assigned) => !hasDoubled(Object.values(assigned)), WRONG_COLUMNS),
    z
      .partialRecord(statementField, z.string().max(200))
      .transform((headings) =>
        Object.fromEntries(
          Object.entries(headings).map(([field, heading]) => [heading, field as StatementField]),
        ),
      ),
  ]),
  5_000,
  WRONG_COLUMNS,
).optional()

const hasDoubled = (fields: readonly string[]) => {
  const named = fields.filter(Boolean)
  return new Set(named).size < named.length
}

export const statementSchema = z.object({
  _id: z.string(),
  bank: z.enum(BANKS).nullable(),
  /** The account's number, empty when the file doesn't say. */
  account: z.string(),
  fileName: z.string(),
  /** The name of the person who sent the file. */
  actor: z.string(),
  /** ISO instant. */
  createdAt: z.string(),
  /** The days of the first and the last movement, `YYYY-MM-DD`; empty without any. */
  from: z.string(),
  to: z.string(),
  /** The file's credit rows, repeated ones included. */
  credits: z.int(),
  /** The new credits by their state now; `matched` and `aside` are decided. */
  sure: z.int(),
  proposed: z.int(),
  unknown: z.int(),
  matched: z.int(),
  aside: z.int(),
  /** Credits that an earlier file had already. */
  repeated: z.int(),
  /** Where the balances don't add up: the last row before the gap, in words, and the missing pesos. */
  gaps: z.array(z.object({ after: z.string(), missing: z.int() })),
  /** Rows that can't be read; the others are taken. */
  refused: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() })),
})
export type BankStatement = z.infer<typeof statementSchema>

/** The data of the refusal STATEMENT_COLUMNS: the table's columns. */
export const statementColumns = unknownTable(statementField).extend({
  missing: z.array(statementField),
  /** The columns of the first sheet, for clients of the version before. */
  columns: z.array(tableColumn(statementField)),
})
export type StatementColumns = z.infer<typeof statementColumns>

/** `sure`, `proposed` and `unknown` wait for a decision; `aside` is no payment of an order. */
export const PAYMENT_STATES = ['sure', 'proposed', 'unknown', 'matched', 'aside'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const reasons = {
  /** Why it fits, in words for staff. */
  reasons: z.array(z.string()),
  /** The reasons that speak against it; `reasons` has them, too. */
  warnings: z.array(z.string()),
}

const paymentOrder = z.object({
  _id: z.string(),
  nro_delivery: z.int(),
  /** The customer's name as the order has it. */
  name: z.string(),
  /** Whole pesos due before this payment. */
  due: z.int(),
  /** The payment's pesos for this order. */
  amount: z.int(),
  ...reasons,
})

const offer = z.object({
  orders: z.array(paymentOrder),
  ...reasons,
  /** Paid less due, in pesos. */
  difference: z.int(),
})

/** A transfer received. */
export const paymentSchema = z.object({
  _id: z.string(),
  /** The day of the bank, `YYYY-MM-DD`. */
  date: z.string(),
  /** Whole pesos. */
  amount: z.int(),
  description: z.string(),
  document: z.string(),
  /** The payer's name and RUT without check digit, as far as the description has them; else empty. */
  payer: z.object({ name: z.string(), rut: z.string() }),
  state: z.enum(PAYMENT_STATES),
  /** The matched orders, or those of the best offer. */
  orders: z.array(paymentOrder),
  /** Orders that it may pay, best first; none once it is decided. */
  offers: z.array(offer),
})
export type Payment = z.infer<typeof paymentSchema>
export type Offer = z.infer<typeof offer>

const paymentFilter = pageQuery.extend({
  state: z.enum(PAYMENT_STATES).optional(),
  /** The id of a statement: payments that it brought. */
  statement: id.optional(),
})
export type PaymentFilter = z.output<typeof paymentFilter>

/** A cancelled order whose payment has to be given back. */
const returnSchema = z.object({
  _id: z.string(),
  nro_delivery: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Whole pesos that were paid. */
  amount: z.int(),
  /** The day of the last transfer, `YYYY-MM-DD`. */
  paidOn: z.string(),
  /** ISO instants; `returnedAt` is null while the money is to be given back. */
  cancelledAt: z.string().nullable(),
  returnedAt: z.string().nullable(),
})
export type PaymentReturn = z.infer<typeof returnSchema>

/** The most orders that a transfer is matched with at once. */
export const MAX_MATCHED_ORDERS = 20

const payment = message.extend({ data: paymentSchema })

export const paymentCalls = {
  uploadStatement: defineCall('POST /payments/statements', {
    summary: 'Reads a bank statement and looks for the orders that its credits pay.',
    upload: { field: 'file', kind: 'spreadsheet', required: true, mayBeEmpty: true },
    body: z.object({ columns: assignedColumns }),
    answer: message.extend({ data: statementSchema }),
    status: 201,
    errors: ['STATEMENT_UNREADABLE', 'STATEMENT_COLUMNS'],
  }),
  listStatements: defineCall('GET /payments/statements', {
    summary: 'Lists the bank statements, newest first.',
    query: pageQuery,
    answer: list(statementSchema),
  }),
  listPayments: defineCall('GET /payments', {
    summary: 'Lists the transfers received, newest first, with the orders that they pay or may pay.',
    query: paymentFilter,
    answer: list(paymentSchema),
    errors: ['NOT_FOUND'],
  }),
  matchPayment: defineCall('POST /payments/:id/match', {
    summary: 'Pays orders with a transfer: each what is due, in the given order; the last gets the rest.',
    body: z.object({ orders: z.array(id).min(1).max(MAX_MATCHED_ORDERS) }),
    answer: payment,
    errors: ['ALREADY_MATCHED', 'ALREADY_PAID', 'ORDER_CLOSED'],
  }),
  unmatchPayment: defineCall('POST /payments/:id/unmatch', {
    summary: 'Takes back what a transfer pays. Mails nobody.',
    answer: payment,
  }),
  setPaymentAside: defineCall('POST /payments/:id/aside', {
    summary: 'Puts a transfer aside that pays no order, or takes it back.',
    body: z.object({ aside: booleanField }),
    answer: payment,
    errors: ['ALREADY_MATCHED'],
  }),
  applySure: defineCall('POST /payments/apply-sure', {
    summary: 'Matches all sure transfers, of one statement or of all.',
    body: z.object({ statement: id.optional() }),
    answer: message.extend({ data: z.object({ matched: z.int() }) }),
    errors: ['NOT_FOUND'],
  }),
}

/** The accountant's books of sales, and money to give back. */
export const salesBookCalls = {
  exportSales: defineCall('GET /payments/sales/export', {
    summary: 'A workbook of sales by day and by month, of the orders, and of money to give back.',
    query: z.object({ from: day.optional(), to: day.optional() }),
    answer: 'spreadsheet',
  }),
  listReturns: defineCall('GET /payments/returns', {
    summary: 'Lists cancelled orders that were paid, those whose money is to be given back first.',
    query: pageQuery,
    answer: list(returnSchema),
  }),
  markReturned: defineCall('POST /payments/returned', {
    summary: "Marks a cancelled order's money as given back, or takes the mark away.",
    body: z.object({ order: id, returned: booleanField }),
    answer: message,
    errors: ['NOT_FOUND', 'NOT_TO_RETURN'],
  }),
}
