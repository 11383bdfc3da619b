import { browserApi } from '../../api/client.ts'

/** The options of the product form's dropdowns: the names of active categories and suppliers. */
export type ProductFormOptions = { categories: string[]; laboratories: string[] }

export async function loadFormOptions(signal: AbortSignal): Promise<ProductFormOptions> {
  const [categories, suppliers] = await Promise.all([
    browserApi.listCategories({ query: { active: true }, signal }),
    browserApi.listSuppliers({ query: {}, signal }),
  ])
  return {
    categories: categories.data.map(({ categoryName }) => categoryName),
    laboratories: suppliers.data.filter(({ status }) => status === 'Activo').map(({ name }) => name),
  }
}
