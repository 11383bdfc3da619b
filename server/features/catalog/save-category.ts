import type { z } from 'zod'
import type { categoryBody } from '#contract/categories.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { refuseName } from './refuse-name.ts'
import { rename } from './rename.ts'

type CategoryForm = z.output<typeof categoryBody>

const TAKEN = { code: 'NAME_TAKEN', field: 'categoryName' } as const

/** @throws Refusal NAME_TAKEN, also for a name that differs only in case or accents */
export async function createCategory(database: Db, { categoryName, status }: CategoryForm, actor: Actor) {
  const insert = inTransaction(database, async (tx) => {
    const fields = { name: categoryName, status }
    const { id } = await tx.insertInto('categories').values(fields).returning('id').executeTakeFirstOrThrow()
    await recordAudit(tx, actor, {
      action: 'category.create',
      subject: { kind: 'category', id, label: categoryName },
      after: fields,
    })
  })
  await refuseName(insert, TAKEN)
}

/**
 * Changes a category. A new name applies to its products too.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN
 */
export async function updateCategory(
  database: Db,
  { id, categoryName, status }: CategoryForm & { id: string },
  actor: Actor,
) {
  await refuseName(
    inTransaction(database, async (tx) => {
      const before = await tx
        .selectFrom('categories')
        .select(['name', 'status'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      await rename(tx, { table: 'categories', id, name: categoryName })
      await tx.updateTable('categories').set({ status }).where('id', '=', id).execute()
      const changes = changedFields(before ?? {}, { name: categoryName, status })
      const subject = { kind: 'category', id, label: categoryName }
      if (changes) await recordAudit(tx, actor, { action: 'category.update', subject, ...changes })
    }),
    TAKEN,
  )
}
