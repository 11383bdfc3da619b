import { type Desk, type DeskChange, MAX_LISTS, MAX_VIEWS } from '#contract/desk.ts'
import { NEW_DESK } from '#contract/new-desk.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/** A person's settings of the back office, or those that everybody begins with. */
export async function readDesk(database: Db, userId: string): Promise<Desk> {
  const row = await database
    .selectFrom('desks')
    .select('settings')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { ...NEW_DESK, ...row?.settings }
}

/**
 * Changes one of a person's settings. The row is locked, so that simultaneous changes in two windows are both kept.
 *
 * @throws Refusal BAD_INPUT past the number of views or lists
 */
export async function changeDesk(database: Db, userId: string, change: DeskChange): Promise<Desk> {
  return inTransaction(database, async (tx) => {
    await tx
      .insertInto('desks')
      .values({ user_id: userId, settings: JSON.stringify(NEW_DESK) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { settings: desk } = await tx
      .selectFrom('desks')
      .select('settings')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const settings = changed({ ...NEW_DESK, ...desk }, change)
    await tx
      .updateTable('desks')
      .set({ settings: JSON.stringify(settings) })
      .where('user_id', '=', userId)
      .execute()
    return settings
  })
}

type ListSettings = Desk['lists'][number]

function changed(desk: Desk, change: DeskChange): Desk {
  if (!('list' in change)) {
    const { change: _, ...setting } = change
    return { ...desk, ...setting }
  }
  const { list } = change
  const before = desk.lists.find((known) => known.list === list) ?? { list, pageSize: null, views: [] }
  const others = desk.lists.filter((known) => known.list !== list)
  if (others.length >= MAX_LISTS) throw tooMany('list', 'No caben más listas.')
  return { ...desk, lists: [...others, changedList(before, change)] }
}

function changedList(before: ListSettings, change: Extract<DeskChange, { list: string }>): ListSettings {
  if (change.change === 'page-size') return { ...before, pageSize: change.pageSize }
  const views = before.views.filter(({ name }) => name !== change.name)
  if (change.change === 'delete-view') return { ...before, views }
  if (views.length >= MAX_VIEWS)
    throw tooMany('name', `Puedes guardar hasta ${MAX_VIEWS} vistas de una lista. Borra una primero.`)
  return { ...before, views: [...views, { name: change.name, query: change.query }] }
}

const tooMany = (path: string, message: string) =>
  new Refusal('BAD_INPUT', { message, issues: [{ path, message }] })
