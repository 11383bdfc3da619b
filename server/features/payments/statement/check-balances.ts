import type { AboutAccount } from './about-account.ts'
import type { TableRow } from './read-movements.ts'
import type { Gap } from './statement.ts'

/** A row for the check of balances; `change` is undefined for a refused row, whose amount is unknown. */
type Entry = { date: string; name: string; change: number | undefined; balance: number | null }

/**
 * Finds the places where movements are missing by the balances of each account: balance before + credit − debit = balance. Rows may be
 * newest first, and a file may have only one balance at the end of each day.
 */
export function checkBalances(rows: TableRow[], balances: AboutAccount['balances']): Gap[] {
  const accounts = [...Map.groupBy(rows, accountOf).values()]
  return accounts.flatMap((own) => gapsOf(own, accounts.length === 1 ? balances : null))
}

const accountOf = (row: TableRow) => (row.kind === 'movement' ? row.movement.account : row.account)

function gapsOf(rows: TableRow[], balances: AboutAccount['balances']): Gap[] {
  const entries = rows.flatMap((row) => entryOf(row) ?? [])
  if (entries.length === 0) return []
  const final = onlyBalance(rows, /final/) ?? balances?.final
  const initial = onlyBalance(rows, /inicial|anterior/) ?? balances?.initial
  const check = (ordered: Entry[]) => {
    const first = initial === undefined ? [] : [balanceEntry('Saldo inicial', initial)]
    const last = final === undefined ? [] : [balanceEntry('Saldo final', final)]
    return findGaps([...first, ...(isByDay(ordered) ? byDay(ordered) : ordered), ...last])
  }
  const [likely, other] = ordersOf(entries)
  const gaps = check(likely)
  // A missing row makes one gap. Several gaps, or one in a file of a single day, may come from the other order or from zeros for blanks.
  const others = gaps.length > 1 ? [other, withoutZeros(likely)] : isOneDay(entries) ? [other] : []
  return others.map(check).find(({ length }) => length === 0) ?? gaps
}

/** The balance of the only row with a label; undefined when several rows have it, such as one on each page. */
function onlyBalance(rows: TableRow[], label: RegExp): number | undefined {
  const found = rows.flatMap((row) => (row.kind === 'balance' && label.test(row.label) ? [row.balance] : []))
  return found.length === 1 ? found[0] : undefined
}

/** The entries with balances of 0 read as blank, for files that have a balance only at the end of each day. */
const withoutZeros = (entries: Entry[]) =>
  entries.map((entry) => ({ ...entry, balance: entry.balance === 0 ? null : entry.balance }))

const balanceEntry = (name: string, balance: number): Entry => ({ date: '', name, change: 0, balance })

function entryOf(row: TableRow): Entry | null {
  if (row.kind === 'balance') return null
  if (row.kind === 'refused')
    return { date: row.date, name: `fila ${row.refused.row}`, change: undefined, balance: row.balance }
  const { date, description, credit, debit, balance } = row.movement
  const name = `${date.split('-').reverse().join('-')} ${description}`.trim()
  return { date, name, change: credit - debit, balance }
}

const isOneDay = (entries: Entry[]) => new Set(entries.flatMap(({ date }) => date || [])).size < 2

/** The entries, oldest day first, in both possible orders within a day: the likelier order, then the reverse. */
function ordersOf(entries: Entry[]): [Entry[], Entry[]] {
  const dates = entries.flatMap(({ date }) => date || [])
  const steps = dates.map((date, at) => Math.sign(date.localeCompare(dates[at - 1] ?? date)))
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) < 0
  const written = inOrder(entries)
  const reversed = inOrder(entries.toReversed())
  return isNewestFirst ? [reversed, written] : [written, reversed]
}

/** Entries sorted by date; entries of a day keep their order, and a row without a date stays after the row before it. */
function inOrder(entries: Entry[]): Entry[] {
  let date = entries.find((entry) => entry.date)?.date ?? ''
  const placed = entries.map((entry) => {
    date = entry.date || date
    return { ...entry, date }
  })
  return placed.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

const daysOf = (entries: Entry[]) => [...Map.groupBy(entries, ({ date }) => date).values()]

/**
 * Whether balances are those of days: days with several movements have one balance each, which may be repeated, and there are such days.
 */
function isByDay(entries: Entry[]): boolean {
  const days = daysOf(entries).map((day) => day.filter(({ change }) => change !== 0))
  const several = days.filter((day) => day.length > 1 && day.some(({ balance }) => balance !== null))
  const areSame = several.every((day) => new Set(day.flatMap(({ balance }) => balance ?? [])).size === 1)
  return several.length > 0 && areSame
}

/** An entry for each day: the sum of its movements, and the balance at its end. */
const byDay = (entries: Entry[]): Entry[] =>
  daysOf(entries).map((day) => ({
    date: day[0]?.date ?? '',
    name: day.at(-1)?.name ?? '',
    change: day.reduce<number | undefined>(
      (sum, { change }) => (sum === undefined || change === undefined ? undefined : sum + change),
      0,
    ),
    balance: day.findLast(({ balance }) => balance !== null)?.balance ?? null,
  }))

function findGaps(entries: Entry[]): Gap[] {
  const gaps: Gap[] = []
  let expected: number | undefined
  let after = ''
  for (const { name, change, balance } of entries) {
    // After a refused row, the check starts again at the next balance.
    expected = expected === undefined || change === undefined ? undefined : expected + change
    if (balance !== null) {
      if (expected !== undefined && balance !== expected) gaps.push({ after, missing: balance - expected })
      expected = balance
    }
    after = name
  }
  return gaps
}
