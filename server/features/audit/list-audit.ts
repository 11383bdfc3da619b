import { sql } from 'kysely'
import type { AuditEntry } from '#contract/audit.ts'
import type { Db } from '../../database/schema.ts'
import { type AuditFilter, type AuditRow, readAuditRange } from './read-audit.ts'

/** Entries per page. */
const PAGE_SIZE = 25

const presentEntry = ({ entry, moment: _, id, ...row }: AuditRow): AuditEntry => ({
  ...row,
  _id: entry,
  subjectId: id,
})

/** A page of audit entries, newest first, before or after an entry, and whether there are more on either side. */
export async function listAudit(
  database: Db,
  filter: AuditFilter,
  { before, after }: { before?: number; after?: number },
) {
  // An entry more than the page has tells whether the list goes on in this direction. In the other direction it does: the given entry is there.
  const rows = await readAuditRange(database, filter, { limit: PAGE_SIZE + 1, before, after })
  const forwards = before !== undefined || after === undefined
  const page = forwards ? rows.slice(0, PAGE_SIZE) : rows.slice(-PAGE_SIZE)
  const more = rows.length > PAGE_SIZE
  const behind = page.length > 0 && (before ?? after) !== undefined
  return {
    data: page.map(presentEntry),
    newer: forwards ? behind : more,
    older: forwards ? more : behind,
  }
}

/**
 * The people with audit entries, except the operator. Each has the account's current name; a deleted account has a name from its entries.
 */
export async function listActors(database: Db): Promise<{ email: string; name: string }[]> {
  // A recursive query takes one index step per person, however many entries there are.
  const { rows } = await sql<{ email: string; name: string }>`
    with recursive actors as (
      (select actor_email, actor_name from audit_entries where actor_email > '' order by actor_email limit 1)
      union all
      select next.* from actors cross join lateral (
        select actor_email, actor_name from audit_entries where actor_email > actors.actor_email
        order by actor_email limit 1) next
    )
    select actor_email as email, coalesce(nullif(trim(users.name || ' ' || users.lastname), ''), actor_name) as name
    from actors left join users on users.email = actor_email order by name, actor_email`.execute(database)
  return rows
}
