import { href } from 'react-router'
import { AUDIT_GROUPS, type AuditGroup } from '#contract/audit.ts'
import { defineList } from '../../listing/listing.ts'
import { choice, day, type Param, text } from '../../listing/url-state.ts'

/** A parameter with the id of the audit entry before or after which a page begins. */
const entry = (name: string): Param<number> => ({
  ...{ name, write: String, narrows: false, place: true },
  read: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
})

const groups = Object.fromEntries(Object.entries(AUDIT_GROUPS).map(([group, name]) => [group, { name }]))

/** The list of the audit. Its pages have no numbers: each begins at an entry. */
export const AUDIT = defineList({
  path: href('/dashboard/activity'),
  filters: {
    who: text('quien', 254),
    what: choice('que', groups as Record<AuditGroup, { name: string }>),
    since: day('desde'),
    until: day('hasta'),
    subject: text('sobre', 100),
    before: entry('antes'),
    after: entry('despues'),
  },
})
