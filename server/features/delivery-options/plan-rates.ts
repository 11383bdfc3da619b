import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Zone, zoneBody } from '#contract/delivery-options.ts'
import type { RatedZone, RatesPlan } from '#contract/delivery-rates.ts'
import { communeName, findCommune, isCommune, regionName } from '#domain/communes.ts'
import { fold } from '#domain/text.ts'
import type { RateRow, Rates } from './read-rates.ts'

type Problem = RatesPlan['problems'][number]
/**
 * A readable row of the table. `price` is null for a commune without delivery; `freeFrom` is undefined when the table has no such column.
 */
type Rate = {
  row: number
  commune: string
  zone: string
  price: number | null
  freeFrom: number | null | undefined
  days: string
}
/** The rates that become one zone. */
type Group = Omit<Rate, 'commune' | 'price'> & { price: number; communes: string[] }

/** The maximum number of wrong rows that a refusal lists. */
const MAX_PROBLEMS = 100

/**
 * Plans the zones that a table of rates makes. Communes with the same zone name, price, days and free-from become one zone: the active zone
 * of that name; without a name, the zone with the same terms, else the zone that has more than half of its communes among them; else a new
 * zone. A commune without a price leaves its zone. A commune that isn't in the table stays in its zone. A zone that loses all its communes
 * becomes inactive.
 */
export function planRates({ rows, has }: Rates, zones: readonly Zone[]): RatesPlan {
  const problems: Problem[] = []
  const rates = readRows(rows, has, problems)
  const named = new Set(rates.map(({ commune }) => commune))
  const active = zones.filter((zone) => zone.active)
  const zoneOf = matchGroups(groupsOf(rates), active, named)
  const changes: RatesPlan['zones'] = []
  for (const { _id, cold: _, ...before } of active) {
    const group = [...zoneOf].find(([, zone]) => zone?._id === _id)?.[0]
    const left = before.communes.filter((code) => !named.has(code))
    const communes = [...left, ...(group?.communes ?? [])].sort()
    const after: RatedZone =
      communes.length === 0
        ? { ...before, active: false }
        : {
            ...before,
            communes,
            ...(group && {
              price: group.price,
              freeFrom: group.freeFrom === undefined ? before.freeFrom : group.freeFrom,
              days: group.days || before.days,
            }),
          }
    if (JSON.stringify(after) !== JSON.stringify(before)) changes.push({ id: _id, before, after })
  }
  const names = new Set(active.map(({ name }) => fold(name)))
  for (const [group, zone] of zoneOf) {
    if (zone) continue
    const { price, freeFrom = null, days, communes } = group
    const name = freeName(group.zone || regionsOf(communes), names)
    if (!days) problems.push({ row: group.row, value: communeName(communes[0]!), reason: 'Falta el plazo.' })
    changes.push({ id: null, before: null, after: { name, price, freeFrom, days, communes, active: true } })
  }
  if (rates.length + problems.length === 0)
    problems.push({ row: 1, value: '', reason: 'La planilla no trae comunas.' })
  const isSavable = problems.length === 0 && changes.length > 0
  return {
    rows: rates.length,
    problems: problems.slice(0, MAX_PROBLEMS),
    zones: problems.length > 0 ? [] : changes,
    version: isSavable ? createHash('sha256').update(JSON.stringify(changes)).digest('hex') : null,
  }
}

function readRows(rows: readonly RateRow[], has: Rates['has'], problems: Problem[]): Rate[] {
  /** The row of each commune so far. */
  const rowOf = new Map<string, number>()
  return rows.flatMap((cells) => {
    const { row } = cells
    try {
      const commune = readCommune(cells)
      const before = rowOf.get(commune)
      if (before !== undefined)
        throw new Unreadable(communeName(commune), `La comuna se repite: también está en la fila ${before}.`)
      rowOf.set(commune, row)
      return [{ row, commune, ...readTerms(cells, has) }]
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problems.push({ row, value: error.value, reason: error.message })
      return []
    }
  })
}

/** A cell that can't be read, with the reason. */
class Unreadable extends Error {
  readonly value: string

  constructor(value: string, reason: string) {
    super(reason)
    this.value = value
  }
}

/** The commune of a row, by its code or its name. */
function readCommune({ code, commune }: RateRow): string {
  // A code that a workbook stores as a number has lost its leading zero.
  const byCode = code.padStart(5, '0')
  const byName = findCommune(commune)?.code
  // A courier may have codes of its own.
  if (!isCommune(byCode) && byName) return byName
  if (code && !isCommune(byCode)) throw new Unreadable(code, 'No hay una comuna con este código.')
  if (code && (!commune || byName === byCode)) return byCode
  if (code) throw new Unreadable(commune, `El código ${code} es de otra comuna: ${communeName(byCode)}.`)
  if (!byName)
    throw new Unreadable(commune, commune ? 'No hay una comuna con este nombre.' : 'Falta la comuna.')
  return byName
}

const { price: PRICE, days: DAYS, name: NAME } = zoneBody.shape
const FREE_FROM = zoneBody.shape.freeFrom

/** The zone, price and days of a row, each checked by the same rule as in the zone's form. */
function readTerms(cells: RateRow, has: Rates['has']): Omit<Rate, 'row' | 'commune'> {
  const check = <Valid>(rule: z.ZodType<Valid>, value: string): Valid => {
    const read = rule.safeParse(value)
    if (read.success) return read.data
    throw new Unreadable(value, read.error.issues[0]!.message)
  }
  const price = dashAsBlank(cells.price)
  const zone = dashAsBlank(cells.zone)
  if (!price && zone) throw new Unreadable(zone, 'Falta el precio.')
  const days = dashAsBlank(cells.days)
  return {
    zone: zone && check(NAME, zone),
    price: price ? check(PRICE, price) : null,
    freeFrom: has.freeFrom ? check(FREE_FROM, dashAsBlank(cells.freeFrom)) : undefined,
    days: days && check(DAYS, daysInWords(days)),
  }
}

/** The text of a cell, empty for a dash. */
const dashAsBlank = (text: string) => (/^[-–—]+$/.test(text) ? '' : text)

/** Completes the days of couriers, who write only numbers: `2`, `2-3`. */
const daysInWords = (text: string) =>
  /^\d+( ?(-|–|a) ?\d+)?$/.test(text)
    ? `${text.replace(/ ?[-–] ?/, ' a ')} ${text === '1' ? 'día hábil' : 'días hábiles'}`
    : text

function groupsOf(rates: readonly Rate[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { commune, price, ...terms } of rates) {
    if (price === null) continue
    const key = JSON.stringify([fold(terms.zone), price, terms.freeFrom ?? null, fold(terms.days)])
    const group = groups.get(key)
    if (group) group.communes.push(commune)
    else groups.set(key, { ...terms, price, communes: [commune] })
  }
  // The largest group comes first, so that of groups with the same zone name it keeps the zone.
  return [...groups.values()]
    .map((group) => ({ ...group, communes: group.communes.sort() }))
    .sort((one, other) => other.communes.length - one.communes.length)
}

/**
 * The active zone of each group; undefined for a new zone. A zone with communes outside the table keeps its terms, because these communes
 * have them, too.
 */
function matchGroups(
  groups: readonly Group[],
  active: readonly Zone[],
  named: ReadonlySet<string>,
): Map<Group, Zone | undefined> {
  const fits = (group: Group, zone: Zone) =>
    hasTerms(group, zone) || zone.communes.every((code) => named.has(code))
  const free = new Set(active)
  const found = new Map<Group, Zone | undefined>()
  const match = (find: (group: Group, zone: Zone) => boolean) => {
    for (const group of groups) {
      if (found.has(group)) continue
      const zone = [...free].find((one) => find(group, one))
      if (!zone) continue
      found.set(group, zone)
      free.delete(zone)
    }
  }
  match((group, zone) => group.zone !== '' && fold(group.zone) === fold(zone.name) && fits(group, zone))
  match((group, zone) => group.zone === '' && hasTerms(group, zone))
  match((group, zone) => {
    const common = zone.communes.filter((code) => group.communes.includes(code)).length
    return group.zone === '' && fits(group, zone) && common * 2 > zone.communes.length
  })
  return new Map(groups.map((group) => [group, found.get(group)]))
}

/** Whether a zone has the terms of a group. Terms that the table doesn't have aren't compared. */
const hasTerms = ({ price, freeFrom, days }: Group, zone: Zone) =>
  price === zone.price &&
  (freeFrom === undefined || freeFrom === zone.freeFrom) &&
  (!days || fold(days) === fold(zone.days))

/** The name of a new zone: the regions of its communes. */
function regionsOf(communes: readonly string[]): string {
  const [first = '', ...others] = new Set(communes.map(regionName))
  if (others.length === 0) return first
  return `${first} y ${others.length === 1 ? '1 región' : `${others.length} regiones`} más`
}

/** A name that no zone has: the wanted one, with a number added while it is taken. Adds the name to `names`. */
function freeName(wanted: string, names: Set<string>): string {
  let name = wanted
  for (let number = 2; names.has(fold(name)); number++) name = `${wanted.slice(0, 75)} ${number}`
  names.add(fold(name))
  return name
}
