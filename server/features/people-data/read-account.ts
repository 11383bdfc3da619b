import type { Tx } from '../../database/schema.ts'

/** Readers of an account's data besides the profile, for the export of a person's data. */

export async function readInterests(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_interests')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('categories.name')
    .where('user_id', '=', userId)
    .orderBy('name_key')
    .execute()
  return rows.map(({ name }) => name)
}

export const readCart = (tx: Tx, userId: string) =>
  tx
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['tradename as producto', 'cart_lines.quantity as cantidad', 'added_at as agregado'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()

export const readSessions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('sessions')
    .select(['created_at as abierta', 'expires_at as vence'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const readDevices = (tx: Tx, userId: string) =>
  tx
    .selectFrom('tokens')
    .select('expires_at as vence')
    .where('purpose', '=', 'known-device')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute()

/** The second factor without its secret and its codes; null when the person has none. */
export async function readSecondFactor(tx: Tx, userId: string) {
  const factor = await tx
    .selectFrom('second_factors')
    .select('confirmed_at as activado')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return null
  const remembered = await tx
    .selectFrom('tokens')
    .select('expires_at as vence')
    .where('purpose', '=', 'remembered-device')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute()
  return { ...factor, navegadores_recordados: remembered }
}

/** Page sizes and saved views of the back office; null when the person never changed any. */
export async function readOwnPreferences(tx: Tx, userId: string) {
  const row = await tx.selectFrom('desks').select('settings').where('user_id', '=', userId).executeTakeFirst()
  return row?.settings ?? null
}
