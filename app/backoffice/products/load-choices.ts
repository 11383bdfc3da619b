import { loadActiveCategories } from '../../api/active-categories.ts'
import { browserApi } from '../../api/client.ts'

/** The options of the product form's dropdowns: the names of active categories and suppliers. */
export type Choices = { categories: string[]; laboratories: string[] }

export async function loadChoices(signal: AbortSignal): Promise<Choices> {
  const [categories, suppliers] = await Promise.all([
    loadActiveCategories(browserApi, signal),
    browserApi.listSuppliers({ query: {}, signal }),
  ])
  return {
    categories,
    laboratories: suppliers.data.filter(({ status }) => status === 'Activo').map(({ name }) => name),
  }
}
