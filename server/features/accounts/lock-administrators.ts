import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Locks the enabled administrators until the transaction ends. Changes that could remove an administrator take this lock first, so that
 * parallel ones can't remove the last.
 *
 * @returns their ids
 */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Administrador')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** @throws Refusal ROLE_LOCKED when the user is the only one of `administrators` */
export function refuseLastAdministrator(administrators: string[], userId: string) {
  if (administrators.length === 1 && administrators[0] === userId)
    throw new Refusal('ROLE_LOCKED', {
      message: 'Es el último Administrador: la tienda necesita al menos uno.',
    })
}
