import type { ProductForm } from '#contract/products.ts'
import { normalizeBarcodes } from '#domain/barcodes.ts'
import { deriveColumns } from './derive-columns.ts'

/** The fields of the product form. */
export type ProductValues = Omit<ProductForm, 'version'>

/** Ids of categories and suppliers by name. */
export type NameIds = { categories: ReadonlyMap<string, string>; suppliers: ReadonlyMap<string, string> }

/**
 * A product's columns, as the form and an import write them. `stock` isn't among them: sales write it too, so that each writer
 * has its own rule for it.
 */
export const columnValues = (form: ProductValues, { categories, suppliers }: NameIds) => ({
  barcode: normalizeBarcodes(form.barcode),
  tradename: form.tradename,
  category_id: categories.get(form.category) ?? '',
  supplier_id: suppliers.get(form.laboratory) ?? '',
  dcm: form.dcm,
  health_register: form.healthRegister,
  cost: form.cost,
  discount: form.discount,
  bioequivalent: form.bioequivalent,
  generic: form.generic,
  prescription: form.prescription,
  direct_sale: form.directSale,
  form: form.form,
  quantity: form.quantity,
  legal_warning: form.legalWarning,
  ...deriveColumns(form),
})
/** The columns that are derived from others, all at once. */
export const DERIVED_COLUMNS = ['unit_count', 'unit', 'equivalence', 'derived_version'] as const

export type ColumnValues = ReturnType<typeof columnValues>
export type Column = keyof ColumnValues

/** PostgreSQL's type of each column, for arrays of values. */
export const COLUMN_TYPES: Record<Column, string> = {
  barcode: 'text',
  tradename: 'text',
  category_id: 'uuid',
  supplier_id: 'uuid',
  dcm: 'text',
  health_register: 'text',
  cost: 'integer',
  discount: 'numeric',
  bioequivalent: 'boolean',
  generic: 'boolean',
  prescription: 'boolean',
  direct_sale: 'boolean',
  form: 'text',
  quantity: 'text',
  legal_warning: 'text',
  unit_count: 'numeric',
  unit: 'text',
  equivalence: 'text',
  derived_version: 'integer',
}
