import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Locks the enabled administrators until the transaction ends. Changes that could remove an administrator take this lock first, so that
 * parallel ones can't remove the last.
 *
 * @returns their ids
 */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'Administrador' and disabled_at is null order by id for no key update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** @throws Refusal ROLE_LOCKED when the user is the only one of `administrators` */
export function refuseLastAdministrator(administrators: string[], userId: string) {
  if (administrators.length === 1 && administrators[0] === userId)
    throw new Refusal('ROLE_LOCKED', {
      message: 'Es el último Administrador: la tienda necesita al menos uno.',
    })
}
