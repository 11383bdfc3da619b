import { PRODUCT_FIELDS, type ProductField, productFieldNames } from '#contract/product-fields.ts'

/** A column of the product workbook, for the template and for the import (docs/product.md#product-workbook). */
export type ProductColumn = { field: ProductField; header: string } & (typeof PRODUCT_FIELDS)[ProductField]

export const PRODUCT_COLUMNS: readonly ProductColumn[] = productFieldNames.map((field) => ({
  ...PRODUCT_FIELDS[field],
  field,
  header: PRODUCT_FIELDS[field].label,
}))

export const columnOf = (field: string) => PRODUCT_COLUMNS.find((column) => column.field === field)

export const isNumeric = ({ kind }: ProductColumn) =>
  kind === 'pesos' || kind === 'percent' || kind === 'units'

/** Whether the row is the template's example, which is not imported. */
export const isExample = ({ barcode, tradename }: { barcode: string; tradename?: string }) =>
  barcode === PRODUCT_FIELDS.barcode.example && tradename === PRODUCT_FIELDS.tradename.example
