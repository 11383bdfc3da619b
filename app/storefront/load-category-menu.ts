import type { Api } from '../api/client.ts'
import { type MenuCategories, NO_CATEGORIES } from './category-menu.tsx'

/** The categories of the menu. Without them the shop still works, so their failure is silent. */
export const loadCategoryMenu = (api: Api): Promise<MenuCategories> =>
  api.categoryMenu().then(
    ({ data }) => data,
    () => NO_CATEGORIES,
  )
