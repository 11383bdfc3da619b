import type { z } from 'zod'
import type { supplierBody } from '#contract/suppliers.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { refuseName } from './refuse-name.ts'
import { rename } from './rename.ts'

type SupplierForm = z.output<typeof supplierBody>

const TAKEN = { code: 'NAME_TAKEN', field: 'name' } as const

/** @throws Refusal NAME_TAKEN, also for a name that differs only in case or accents */
export async function createSupplier(database: Db, form: SupplierForm) {
  const { name, address, contact, phone, status } = form
  const insert = database.insertInto('suppliers').values({ name, address, contact, phone, status }).execute()
  await refuseName(insert, TAKEN)
}

/**
 * Changes a supplier. A new name applies to its products too.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN
 */
export async function updateSupplier(
  database: Db,
  { id, name, address, contact, phone, status }: SupplierForm & { id: string },
) {
  await refuseName(
    inTransaction(database, async (tx) => {
      await rename(tx, { table: 'suppliers', id, name })
      await tx
        .updateTable('suppliers')
        .set({ address, contact, phone, status })
        .where('id', '=', id)
        .execute()
    }),
    TAKEN,
  )
}
