import { sql } from 'kysely'
import type { SecondFactor } from '#contract/second-factor.ts'
import type { Db } from '../../database/schema.ts'

/** The state of an account's second factor. */
export async function readSecondFactor(database: Db, userId: string): Promise<SecondFactor> {
  const { rows } = await sql<SecondFactor>`
    select factor.user_id is not null as enabled,
      exists (select from second_factor_roles where role = users.role) as required,
      (select count(*)::int from recovery_codes where user_id = users.id) as "recoveryCodes",
      (select count(*)::int from tokens
        where user_id = users.id and purpose = 'remembered-device' and expires_at > now()) as devices
    from users left join second_factors factor on factor.user_id = users.id and factor.confirmed_at is not null
    where users.id = ${userId}`.execute(database)
  return rows[0]!
}
