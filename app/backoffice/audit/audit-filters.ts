import { AUDIT_GROUPS, type AuditGroup } from '#contract/audit.ts'
import { isDay } from '../day-filter.ts'

/** The filters as the URL has them; an empty value filters nothing. */
export type AuditFilters = {
  quien: string
  que: AuditGroup | ''
  desde: string
  hasta: string
  sobre: string
}

const isGroup = (name: string): name is AuditGroup => Object.hasOwn(AUDIT_GROUPS, name)
const day = (text: string | null) => (text && isDay(text) ? text : '')
const entry = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Reads the URL, for the screen (`filters`) and for the calls; what makes no sense in it counts as absent. */
export function readAuditUrl(params: URLSearchParams) {
  const que = params.get('que') ?? ''
  const filters: AuditFilters = {
    quien: (params.get('quien') ?? '').slice(0, 254),
    que: isGroup(que) ? que : '',
    desde: day(params.get('desde')),
    hasta: day(params.get('hasta')),
    sobre: (params.get('sobre') ?? '').slice(0, 100),
  }
  return {
    filters,
    query: {
      who: filters.quien || undefined,
      what: filters.que || undefined,
      since: filters.desde || undefined,
      until: filters.hasta || undefined,
      subject: filters.sobre || undefined,
    },
    page: { before: entry(params.get('antes')), after: entry(params.get('despues')) },
  }
}
