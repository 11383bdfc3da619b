import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Zone } from '#contract/delivery-options.ts'
import type { RatesPlan } from '#contract/delivery-rates.ts'
import { communeName, regionName } from '#domain/communes.ts'
import { fold } from '#domain/text.ts'
import type { Rate, Rates } from './read-rates.ts'

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
export function planRates({ rates, ...read }: Rates, zones: readonly Zone[]): RatesPlan {
  const named = new Set(rates.map(({ commune }) => commune))
  const active = zones.filter((zone) => zone.active)
  const groups = groupsOf(rates)
  const groupOf = matchGroups(groups, active, named)
  const changed = active.flatMap((zone): RatesPlan['zones'] => {
    const { _id: id, cold: _, ...before } = zone
    const { price, freeFrom, days, communes: own } = groupOf.get(zone) ?? { ...before, communes: [] }
    const communes = [...before.communes.filter((code) => !named.has(code)), ...own].sort()
    const terms = {
      price,
      freeFrom: freeFrom === undefined ? before.freeFrom : freeFrom,
      days: days || before.days,
    }
    const after = communes.length > 0 ? { ...before, ...terms, communes } : { ...before, active: false }
    return isDeepStrictEqual(after, before) ? [] : [{ id, before, after }]
  })
  const matched = new Set(groupOf.values())
  const added = groups.filter((group) => !matched.has(group))
  const names = new Set(active.map(({ name }) => fold(name)))
  const created = added.map(({ zone, price, freeFrom = null, days, communes }) => {
    const name = freeName(zone || regionsOf(communes), names)
    return { id: null, before: null, after: { name, price, freeFrom, days, communes, active: true } }
  })
  const problems = [
    ...read.problems,
    ...added.flatMap(({ row, days, communes }) =>
      days ? [] : { row, value: communeName(communes[0]!), reason: 'Falta el plazo.' },
    ),
  ]
  if (rates.length + problems.length === 0)
    problems.push({ row: 1, value: '', reason: 'La planilla no trae comunas.' })
  const changes = problems.length > 0 ? [] : [...changed, ...created]
  return {
    rows: rates.length,
    problems: problems.slice(0, MAX_PROBLEMS),
    zones: changes,
    version: changes.length > 0 ? createHash('sha256').update(JSON.stringify(changes)).digest('hex') : null,
  }
}

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
 * The group of each active zone that gets one. A zone with communes outside the table keeps its terms, because these communes have them, too.
 */
function matchGroups(
  groups: readonly Group[],
  active: readonly Zone[],
  named: ReadonlySet<string>,
): Map<Zone, Group> {
  const found = new Map<Zone, Group>()
  const match = (isMatch: (group: Group, zone: Zone) => boolean) => {
    const before = new Set(found.values())
    for (const group of groups) {
      if (before.has(group)) continue
      const zone = active.find((one) => !found.has(one) && isMatch(group, one))
      if (zone) found.set(zone, group)
    }
  }
  const fits = (group: Group, zone: Zone) =>
    hasTerms(group, zone) || zone.communes.every((code) => named.has(code))
  match((group, zone) => fold(group.zone) === fold(zone.name) && fits(group, zone))
  match((group, zone) => !group.zone && hasTerms(group, zone))
  match((group, zone) => {
    const common = zone.communes.filter((code) => group.communes.includes(code)).length
    return !group.zone && fits(group, zone) && common * 2 > zone.communes.length
  })
  return found
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
