import {
  type ColumnOf,
  PRODUCT_FIELDS,
  type ProductField,
  productFieldNames,
} from '#contract/product-fields.ts'
import type { ProductValues } from '#contract/products.ts'
import { normalizeBarcodes } from '#domain/barcodes.ts'
import type { Database } from '../../database/schema.ts'
import { deriveColumns } from './derive-columns.ts'

export type NameIds = { categories: ReadonlyMap<string, string>; suppliers: ReadonlyMap<string, string> }

/** The fields without the stock: sales write it too, so each writer has its own rule. */
type WrittenField = Exclude<ProductField, 'stock'>
const WRITTEN_FIELDS = productFieldNames.filter((field): field is WrittenField => field !== 'stock')

export type ColumnValues = {
  [Field in WrittenField as ColumnOf<Field>]: ProductValues[Field]
} & ReturnType<typeof deriveColumns>
export type Column = keyof ColumnValues

/** A product's columns without its stock, as the form and an import write them. */
export function columnValues(values: ProductValues, ids: NameIds): ColumnValues {
  const columns: Partial<Record<keyof Database['products'], unknown>> = deriveColumns(values)
  for (const field of WRITTEN_FIELDS) {
    const { column, kind, names } = PRODUCT_FIELDS[field]
    const value = values[field]
    if (names) columns[column] = ids[names].get(String(value)) ?? ''
    else columns[column] = kind === 'barcode' ? normalizeBarcodes(String(value)) : value
  }
  return columns as ColumnValues
}
