import type { z } from 'zod'
import type { categoryBody } from '#contract/categories.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { refuseName } from './refuse-name.ts'
import { rename } from './rename.ts'

type CategoryForm = z.output<typeof categoryBody>

const TAKEN = { code: 'NAME_TAKEN', field: 'categoryName' } as const

/** @throws Refusal NAME_TAKEN, also for a name that differs only in case or accents */
export async function createCategory(database: Db, { categoryName, status }: CategoryForm) {
  await refuseName(database.insertInto('categories').values({ name: categoryName, status }).execute(), TAKEN)
}

/**
 * Changes a category. A new name applies to its products too.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN
 */
export async function updateCategory(
  database: Db,
  { id, categoryName, status }: CategoryForm & { id: string },
) {
  await refuseName(
    inTransaction(database, async (tx) => {
      await rename(tx, { table: 'categories', id, name: categoryName })
      await tx.updateTable('categories').set({ status }).where('id', '=', id).execute()
    }),
    TAKEN,
  )
}
