import { DEFAULT_PREFERENCES } from '#contract/default-preferences.ts'
import { MAX_LISTS, MAX_VIEWS, type PreferenceChange, type Preferences } from '#contract/preferences.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { refusalAt } from '../../refusals/refusal.ts'

/** A person's preferences of the back office, completed with the defaults. */
export async function readPreferences(database: Db, userId: string): Promise<Preferences> {
  const row = await database
    .selectFrom('desks')
    .select('settings')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { ...DEFAULT_PREFERENCES, ...row?.settings }
}

/**
 * Changes one of a person's preferences. The row is locked, so that simultaneous changes in two windows are both kept.
 *
 * @throws Refusal BAD_INPUT for more views or lists than allowed
 */
export async function changePreferences(
  database: Db,
  userId: string,
  change: PreferenceChange,
): Promise<Preferences> {
  return inTransaction(database, async (tx) => {
    const { settings: preferences } = await tx
      .insertInto('desks')
      .values({ user_id: userId, settings: JSON.stringify(DEFAULT_PREFERENCES) })
      // Sets the row to itself, to lock and read it.
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((row) => ({ settings: row.ref('desks.settings') })),
      )
      .returning('settings')
      .executeTakeFirstOrThrow()
    const settings = changed({ ...DEFAULT_PREFERENCES, ...preferences }, change)
    await tx
      .updateTable('desks')
      .set({ settings: JSON.stringify(settings) })
      .where('user_id', '=', userId)
      .execute()
    return settings
  })
}

type ListSettings = Preferences['lists'][number]

function changed(preferences: Preferences, change: PreferenceChange): Preferences {
  if (!('list' in change)) {
    const { change: _, ...setting } = change
    return { ...preferences, ...setting }
  }
  const { list } = change
  const before = preferences.lists.find((known) => known.list === list) ?? { list, pageSize: null, views: [] }
  const others = preferences.lists.filter((known) => known.list !== list)
  if (others.length >= MAX_LISTS) throw refusalAt('BAD_INPUT', 'list', 'No caben más listas.')
  return { ...preferences, lists: [...others, changedList(before, change)] }
}

function changedList(
  before: ListSettings,
  change: Extract<PreferenceChange, { list: string }>,
): ListSettings {
  if (change.change === 'page-size') return { ...before, pageSize: change.pageSize }
  const views = before.views.filter(({ name }) => name !== change.name)
  if (change.change === 'delete-view') return { ...before, views }
  if (views.length >= MAX_VIEWS)
    throw refusalAt(
      'BAD_INPUT',
      'name',
      `Puedes guardar hasta ${MAX_VIEWS} vistas de una lista. Borra una primero.`,
    )
  return { ...before, views: [...views, { name: change.name, query: change.query }] }
}
