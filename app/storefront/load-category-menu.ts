import { fold } from '#domain/text.ts'
import { loadTopCategories } from '../active-categories.ts'
import type { Api } from '../api.ts'
import { type MenuCategories, NO_CATEGORIES } from './category-menu.tsx'

/** Names in the menu. */
const MOST = 40

/** The categories of the menu. Without them the shop still works, so their failure is silent. */
export const loadCategoryMenu = (api: Api): Promise<MenuCategories> => read(api).catch(() => NO_CATEGORIES)

async function read(api: Api): Promise<MenuCategories> {
  const { top, total } = await loadTopCategories(api, MOST)
  const folded = top.map(({ name }) => ({ name, order: fold(name) }))
  const names = folded.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ name }) => name)
  return { names, hasMore: total > names.length }
}
