import type { Generated } from 'kysely'
import type { Computed, Moment, OptionalInstant } from './column-types.ts'

/** The tables of imports. */

interface ProductImports {
  id: Generated<string>
  state: 'preview' | 'saved' | 'refused' | 'undone'
  actor_id: string | null
  actor_name: string
  file_name: string
  /** An ImportReport (contract/imports.ts), and `stockKept` once the stock that the import had added was subtracted again. */
  report: unknown
  created: Computed<number | null>
  updated: Computed<number | null>
  unchanged: Computed<number | null>
  refused: Computed<number | null>
  repeated: Computed<number | null>
  search: Computed<string>
  refused_rows: unknown
  source: Generated<'person' | 'folder' | 'command'>
  /** The file of the folder that is still to be moved. */
  open_file: Generated<unknown>
  created_at: Moment
  saved_at: OptionalInstant
  undone_at: OptionalInstant
}

interface ProductImportRows {
  import_id: string
  place: number
  /** A ShownRow (server/features/imports/save/import-store.ts). */
  content: unknown
}

/** Columns of files that people assigned by hand (server/tables/read-table.ts). */
interface RememberedColumns {
  kind: 'products' | 'statement'
  /** The headings of the whole table, folded; empty for products, where a heading means the same in every file. */
  layout: string
  /** The folded heading, or the place: `#3`. */
  column_key: string
  /** Empty for a column that is left out. */
  field: string
}

/** Rows of lists without codes, each with the product that it was recognised as. */
interface ImportNames {
  /** The digest of the list's headings. */
  source: string
  /** Name, content and laboratory of a row, as `identityOf` writes them. */
  identity: string
  product_id: string
}

export interface ImportTables {
  product_imports: ProductImports
  product_import_rows: ProductImportRows
  remembered_columns: RememberedColumns
  import_names: ImportNames
}
