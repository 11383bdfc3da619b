import type { FindNames, NameList } from '../ui/name-choices.tsx'
import { type Api, browserApi } from './client.ts'

/** Loads the categories with most products that customers see. */
export async function loadTopCategories(api: Api, count: number, signal?: AbortSignal): Promise<NameList> {
  const query = { shown: true, order: 'products', page: 1, pageSize: count } as const
  const { data, total } = await api.listCategories({ query, signal })
  return { top: data.map(({ categoryName }) => ({ name: categoryName })), total }
}

/** Finds categories that customers see by their name, in the browser. */
export const findCategories: FindNames = async (query, signal) => {
  const { data } = await browserApi.listCategories({ query: { ...query, shown: true }, signal })
  return data.map(({ categoryName }) => ({ name: categoryName }))
}

/** Finds suppliers that customers see by their name, in the browser. */
export const findSuppliers: FindNames = async (query, signal) => {
  const { data } = await browserApi.listSuppliers({ query: { ...query, shown: true }, signal })
  return data.map(({ name }) => ({ name }))
}
