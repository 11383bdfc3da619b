import { sql } from 'kysely'
import { STAFF_ROLES, type StaffRole } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/** The roles that need a second factor. */
export async function listRequiredRoles(database: Db): Promise<StaffRole[]> {
  const { rows } = await sql<{ role: StaffRole }>`select role from second_factor_roles order by role`.execute(
    database,
  )
  return rows.map(({ role }) => role)
}

/** Requires a second factor of exactly these roles. A role that already required it keeps the time since when it does. */
export async function setRequiredRoles(database: Db, chosen: readonly StaffRole[], actor: Actor) {
  const roles = STAFF_ROLES.filter((role) => chosen.includes(role))
  await inTransaction(database, async (tx) => {
    await sql`lock table second_factor_roles in share row exclusive mode`.execute(tx)
    const before = await listRequiredRoles(tx)
    if (String(before) === String(roles)) return
    await sql`delete from second_factor_roles where role <> all(${roles}::text[])`.execute(tx)
    await sql`
      insert into second_factor_roles (role) select unnest(${roles}::text[]) on conflict do nothing`.execute(
      tx,
    )
    await recordAudit(tx, actor, {
      action: 'user.second-factor-required',
      subject: { kind: 'second-factor', id: 'roles', label: 'Roles con segundo factor' },
      before: { roles: before },
      after: { roles },
    })
  })
}
