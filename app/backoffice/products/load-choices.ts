import { loadActiveCategories } from '../../active-categories.ts'
import { browserApi } from '../../api.ts'

/** What the form's two dropdowns offer: the names of the active ones (spec §3). */
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
