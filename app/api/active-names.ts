import type { FindNames, NameList } from '../ui/name-choices.tsx'
import { type Api, browserApi } from './client.ts'

/** Loads the active categories with most products. */
export async function loadTopCategories(api: Api, count: number, signal?: AbortSignal): Promise<NameList> {
  const query = { active: true, order: 'products', page: 1, pageSize: count } as const
  const { data, total } = await api.listCategories({ query, signal })
  return { top: data.map(({ categoryName }) => ({ name: categoryName })), total }
}

/** Finds active categories by their name, in the browser. */
export const findCategories: FindNames = async (query, signal) => {
  const { data } = await browserApi.listCategories({ query: { ...query, active: true }, signal })
  return data.map(({ categoryName }) => ({ name: categoryName }))
}

/** Finds active suppliers by their name, in the browser. */
export const findSuppliers: FindNames = async (query, signal) => {
  const { data } = await browserApi.listSuppliers({ query: { ...query, active: true }, signal })
  return data.map(({ name }) => ({ name }))
}
