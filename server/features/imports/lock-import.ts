import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Locks a saved import, then its products in the order of their ids, like orders. The caller must hold the catalogue's lock, so that the
 * import gets no further changes.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it isn't saved, was undone, or its changes have expired
 */
export async function lockSavedImport(tx: Tx, id: string): Promise<{ fileName: string; stockKept: boolean }> {
  const { rows } = await sql<{ state: string; fileName: string; stockKept: boolean }>`
    select state, file_name as "fileName", report ? 'stockKept' as "stockKept"
    from product_imports where id = ${id} for no key update`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  if (found.state === 'undone') throw refused('Esta importación ya se deshizo.')
  if (found.state !== 'saved') throw refused('Esta importación no se guardó.')
  const locked = await sql<{ products: number }>`
    with locked as (
      select p.id from product_import_changes c join products p on p.id = c.product_id
      where c.import_id = ${id} order by p.id for no key update of p
    )
    select count(*)::int as products from locked`.execute(tx)
  if (locked.rows[0]?.products === 0)
    throw refused('No hay datos de lo que cambió esta importación: se guardan 90 días.')
  return found
}

const refused = (message: string) => new Refusal('IMPORT_STATE', { message })
