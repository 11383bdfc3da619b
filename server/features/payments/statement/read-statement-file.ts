import type { Bank, StatementColumns } from '#contract/payments.ts'
import { fold } from '#domain/text.ts'
import { runChildSide } from '../../../spreadsheets/limited-process.ts'
import { isWorkbook } from '../../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import { headingKey } from '../../../tables/headings.ts'
import { readAboutAccount } from './about-account.ts'
import { checkBalances } from './check-balances.ts'
import { readMovements, type TableRow } from './read-movements.ts'
import type { Movement, Statement } from './statement.ts'
import { withRightDates } from './statement-dates.ts'
import { type Headings, headingsKey, rowsBelow, statementKey } from './statement-headings.ts'
import { columnsToAssign, findTable, type KnownLayouts, visibleSheets } from './statement-table.ts'

/** A statement, or the table's columns when a person must assign them. */
export type ReadStatement = { statement?: Statement; unknown?: StatementColumns }

/**
 * Reads the movements of a bank statement. Must run in a limited process.
 *
 * @throws SpreadsheetRejected
 */
export async function readStatementFile(bytes: Buffer, known: KnownLayouts): Promise<ReadStatement> {
  refuseOtherKinds(bytes)
  const sheets = await visibleSheets(bytes)
  if (sheets.every(({ rows }) => rows.filter(({ cells }) => cells.length > 1).length < 2))
    throw new SpreadsheetRejected('La cartola está vacía o no trae una tabla de movimientos.')
  const found = findTable(sheets, known)
  if (!found) return { unknown: columnsToAssign(sheets, known.assigned) }
  const { sheet, headings, index, isAssigned } = found
  const others = sheets.filter((other) => other !== sheet).flatMap(({ rows }) => rows)
  const about = readAboutAccount(sheet.rows.slice(0, Math.max(0, index)), others)
  const rows = withRightDates(rowsBelow(sheet.rows, headings), headings.columns.date ?? -1, about.period)
  const isExact = !isWorkbook(bytes) && headings.row > 0
  const read = readMovements({ headings, rows, about, isExact })
  const movements = read.flatMap((row) => (row.kind === 'movement' ? [row.movement] : []))
  const refused = read.flatMap((row) => (row.kind === 'refused' ? [row.refused] : []))
  if (movements.length + refused.length === 0)
    throw new SpreadsheetRejected('La cartola no trae movimientos.')
  const bank = bankOf(headings.texts, about.texts)
  // BancoEstado splits a period into several files, each with the balances of the whole period.
  const gaps = checkBalances(read, bank === 'estado' ? null : about.balances)
  if (!isAssigned && areSignsUnknown(headings, read) && (gaps.length > 0 || !hasBalances(movements)))
    return { unknown: columnsToAssign([sheet], known.assigned) }
  const accounts = new Set(movements.map(({ account }) => account))
  const [account = about.account] = accounts.size === 1 ? accounts : ['']
  return { statement: { bank, account, movements, gaps, refused, headings: headingsKey(headings) } }
}

const hasBalances = (movements: Movement[]) => movements.some(({ balance }) => balance !== null)

/**
 * Whether a single column of amounts doesn't distinguish charges from credits: no other column has the sign, and no amount is read as a
 * charge.
 */
const areSignsUnknown = ({ columns }: Headings, read: TableRow[]) =>
  columns.credit === undefined &&
  columns.sign === undefined &&
  !read.some((row) => row.kind === 'movement' && row.movement.debit > 0)

const HOW_TO_SAVE =
  'Ábrelo en Excel, elige «Guardar como» y el tipo «Libro de Excel (.xlsx)», y envía ese archivo.'

/** @throws SpreadsheetRejected for other kinds of files that banks offer; the message says how to get a readable one */
function refuseOtherKinds(bytes: Buffer) {
  if (bytes.length === 0) throw new SpreadsheetRejected('El archivo está vacío.')
  const start = bytes.subarray(0, 8).toString('latin1')
  if (start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
    throw new SpreadsheetRejected(`Es un libro antiguo de Excel (.xls). ${HOW_TO_SAVE}`)
  if (start.startsWith('%PDF'))
    throw new SpreadsheetRejected('Es un PDF. Descarga la cartola del banco como Excel o CSV.')
  const text = bytes
    .subarray(0, 500)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/^[\ufeff\s]+/, '')
  if (/^<(!doctype|html|table|meta|head|body|\?xml|style|div)/i.test(text))
    throw new SpreadsheetRejected(`Es una página web con nombre de Excel. ${HOW_TO_SAVE}`)
}

/** Banks by the headings of their files. The first match counts. */
const LAYOUTS: [Bank, ...string[]][] = [
  ['santander', 'cargo abono', 'monto'],
  ['chile-empresas', 'cheque o cargo', 'deposito o abono'],
  ['chile', 'canal o sucursal'],
  ['chile', 'cargos clp', 'abonos clp'],
  ['bci', 'cheques y otros cargos', 'depositos y abono'],
  ['bci', 'cheques y otros cargos', 'depositos y abonos'],
  ['bci', 'cheques y otros cargos', 'depositos y otros abonos'],
  ['itau', 'depositos o abonos', 'giros o cargos'],
  ['estado', 'cheques cargos', 'depositos abonos'],
  ['estado', 'monto cargo', 'monto abono', 'descripcion'],
  ['estado', 'cargo $', 'abono $'],
  ['scotiabank', 'cargo', 'abono', 'saldo diario'],
  ['scotiabank', 'cargo', 'abono', 'numero documento'],
]

const NAMES: [Bank, RegExp][] = [
  ['santander', /\bsantander\b/],
  ['bci', /\bbci\b|\bbanco de credito e inversiones\b/],
  ['estado', /\bbanco ?estado\b|\bbanco del estado\b|\bcuentarut\b/],
  ['itau', /\bitau\b/],
  ['scotiabank', /\bscotiabank\b/],
  ['chile', /\bbanco (de )?chile\b|\bbanco edwards\b/],
]

/** The bank of a statement: by its headings, else by the only bank's name above the table. */
function bankOf(headings: string[], above: string[]): Bank | null {
  const keys = new Set(headings.flatMap((heading) => [statementKey(heading), headingKey(heading)]))
  const byHeadings = LAYOUTS.find(([, ...needed]) => needed.every((key) => keys.has(key)))?.[0]
  if (byHeadings) return byHeadings
  const text = fold(above.join(' · '))
  const named = NAMES.filter(([, name]) => name.test(text))
  return named.length === 1 ? (named[0]?.[0] ?? null) : null
}

// This file is also the program of the limited process.
if (import.meta.main)
  await runChildSide<KnownLayouts & { bytes: Buffer }, ReadStatement>(async ({ bytes, ...known }, send) =>
    send(await readStatementFile(bytes, known)),
  )
