import type { z } from 'zod'
import type { categoryBody } from '#contract/categories.ts'
import type { Db } from '../../database/schema.ts'
import { refuseTaken } from './refuse-taken.ts'
import { rename } from './rename.ts'

type CategoryForm = z.output<typeof categoryBody>

const TAKEN = { code: 'NAME_TAKEN', field: 'categoryName' } as const

/** @throws Refusal NAME_TAKEN, for a name that differs only in case or accents too */
export async function createCategory(database: Db, { categoryName, status }: CategoryForm) {
  await refuseTaken(database.insertInto('categories').values({ name: categoryName, status }).execute(), TAKEN)
}

/**
 * Changes a category; its products follow a new name.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN
 */
export async function updateCategory(
  database: Db,
  { id, categoryName, status }: CategoryForm & { id: string },
) {
  await refuseTaken(
    database.transaction().execute(async (tx) => {
      await rename(tx, { table: 'categories', id, name: categoryName })
      await tx.updateTable('categories').set({ status }).where('id', '=', id).execute()
    }),
    TAKEN,
  )
}
