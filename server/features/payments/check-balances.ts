import type { AboutAccount } from './about-account.ts'
import type { TableRow } from './read-movements.ts'
import type { Gap } from './statement.ts'

/** A movement for the check; `change` is undefined for a refused row, whose amount isn't known. */
type Entry = { date: string; name: string; change: number | undefined; balance: number | null }

/**
 * Names the places where the balances say that movements are missing: balance before + credit − debit =
 * balance, for each account. Rows may be newest first, and a balance may stand at the end of each day only.
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
  // A missing row makes one gap: another way of writing explains several, or one of a day, whose order no date tells.
  const others = gaps.length > 1 ? [other, withoutZeros(likely)] : isOneDay(entries) ? [other] : []
  return others.map(check).find(({ length }) => length === 0) ?? gaps
}

/** The balance among the rows that a label names; undefined when there are several, as on each page. */
function onlyBalance(rows: TableRow[], label: RegExp): number | undefined {
  const found = rows.flatMap((row) => (row.kind === 'balance' && label.test(row.label) ? [row.balance] : []))
  return found.length === 1 ? found[0] : undefined
}

/** Entries whose balance of 0 stands for none, as where a balance stands at the end of each day only. */
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

/** The entries oldest first: in the likeliest order, and with those of each day the other way round. */
function ordersOf(entries: Entry[]): [Entry[], Entry[]] {
  const dates = entries.flatMap(({ date }) => date || [])
  const steps = dates.map((date, at) => Math.sign(date.localeCompare(dates[at - 1] ?? date)))
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) < 0
  const written = inOrder(entries)
  const reversed = inOrder(entries.toReversed())
  return isNewestFirst ? [reversed, written] : [written, reversed]
}

/** Entries sorted by date, those of one day as they are; a row without a date stays behind the one before. */
function inOrder(entries: Entry[]): Entry[] {
  let date = entries.find((entry) => entry.date)?.date ?? ''
  const placed = entries.map((entry) => {
    date = entry.date || date
    return { ...entry, date }
  })
  return placed.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

const daysOf = (entries: Entry[]) => [...Map.groupBy(entries, ({ date }) => date).values()]

/** Whether balances stand for days: no day has two different ones, and some day has more movements than balances or repeats one. */
function isByDay(entries: Entry[]): boolean {
  const days = daysOf(entries).map((day) => day.filter(({ change }) => change !== 0))
  const several = days.filter((day) => day.length > 1 && day.some(({ balance }) => balance !== null))
  const areSame = several.every((day) => new Set(day.flatMap(({ balance }) => balance ?? [])).size === 1)
  return several.length > 0 && areSame
}

/** Entries of whole days: the sum of a day, and the balance at its end. */
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
    // After a refused row, the next balance is where the check begins again.
    expected = expected === undefined || change === undefined ? undefined : expected + change
    if (balance !== null) {
      if (expected !== undefined && balance !== expected) gaps.push({ after, missing: balance - expected })
      expected = balance
    }
    after = name
  }
  return gaps
}
