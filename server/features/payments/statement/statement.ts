import type { Bank } from '#contract/payments.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'

/** A bank statement as read from a file. */

/** A movement of an account; all amounts are whole pesos. */
export type Movement = {
  /** The row's number in the file, from 1. */
  row: number
  /** The account's number: the row's own if the table has a column of accounts, else the statement's. */
  account: string
  /** YYYY-MM-DD. */
  date: string
  description: string
  /** The bank's number of the movement, without separators and leading zeros; '' without one. */
  document: string
  /** Money that came in, or 0. */
  credit: number
  /** Money that went out, or 0. */
  debit: number
  balance: number | null
}

export type Statement = {
  bank: Bank | null
  /** The account's number, digits only without leading zeros; '' when the file doesn't say, or has several. */
  account: string
  /** All movements in the file's order; empty when every row was refused. */
  movements: Movement[]
  gaps: Gap[]
  refused: RefusedMovement[]
  /** The key of the table's headings, to remember assigned columns; '' when the table has none. */
  headings: string
}

/** A place where the balances show that movements are missing. */
export type Gap = {
  /** The movement before the gap in time, as the file shows it: `02-12-2026 Transf de FERNANDO ANDR`; or `Saldo inicial`. */
  after: string
  /** The pesos by which the balance differs: positive when credits are missing. */
  missing: number
}

/** A row that is refused, because one of its cells can't be read. */
export type RefusedMovement = { row: number; column: string; value: string; reason: string }

export const MAX_MOVEMENTS = 20_000

export const tooManyMovements = () =>
  new SpreadsheetRejected(
    `La cartola trae más de ${MAX_MOVEMENTS.toLocaleString('es-CL')} movimientos. Divídela en partes más pequeñas.`,
  )
