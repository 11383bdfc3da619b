import type { z } from 'zod'
import type { supplierBody } from '#contract/suppliers.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { refuseName } from './refuse-name.ts'
import { rename } from './rename.ts'

type SupplierForm = z.output<typeof supplierBody>

const TAKEN = { code: 'NAME_TAKEN', field: 'name' } as const

/** @throws Refusal NAME_TAKEN, also for a name that differs only in case or accents */
export async function createSupplier(database: Db, form: SupplierForm, actor: Actor) {
  const { name, address, contact, phone, status } = form
  const fields = { name, address, contact, phone, status }
  const insert = inTransaction(database, async (tx) => {
    const { id } = await tx.insertInto('suppliers').values(fields).returning('id').executeTakeFirstOrThrow()
    await recordAudit(tx, actor, {
      action: 'supplier.create',
      subject: { kind: 'supplier', id, label: name },
      after: fields,
    })
  })
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
  actor: Actor,
) {
  await refuseName(
    inTransaction(database, async (tx) => {
      const before = await tx
        .selectFrom('suppliers')
        .select(['name', 'address', 'contact', 'phone', 'status'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      await rename(tx, { table: 'suppliers', id, name })
      await tx
        .updateTable('suppliers')
        .set({ address, contact, phone, status })
        .where('id', '=', id)
        .execute()
      const changes = changedFields(before ?? {}, { name, address, contact, phone, status })
      const subject = { kind: 'supplier', id, label: name }
      if (changes) await recordAudit(tx, actor, { action: 'supplier.update', subject, ...changes })
    }),
    TAKEN,
  )
}
