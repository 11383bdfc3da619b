import type { Api } from './api.ts'

/** The names of the active categories: the shop, registration and the product form offer only these. */
export async function loadActiveCategories(api: Api, signal?: AbortSignal): Promise<string[]> {
  const { data } = await api.listCategories({ query: {}, signal })
  return data.filter(({ status }) => status).map(({ categoryName }) => categoryName)
}
