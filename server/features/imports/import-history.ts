import { sql } from 'kysely'
import type { Import, ImportedProduct, ImportProblem } from '#contract/import-report.ts'
import type { ImportFilter } from '#contract/imports.ts'
import { productFieldNames } from '#contract/product-fields.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Sheet } from '../../spreadsheets/workbook-stream.ts'
import { formText } from './plan/plan-row.ts'
import { chunks, PRODUCT_COLUMNS, type RefusedRow, rowKey } from './rows/workbook-rows.ts'

const COLUMNS = sql`product_imports.id as "_id", state, file_name as "fileName", actor_name as actor, source, created_at as "createdAt",
  saved_at as "savedAt", undone_at as "undoneAt", coalesce(created, 0) as created, coalesce(updated, 0) as updated, coalesce(unchanged, 0) as unchanged,
  coalesce(refused, 0) as refused, coalesce(repeated, 0) as repeated`

/** The imports, newest first, all or those of a state; the search matches file and person (docs/imports.md#undoing). */
export function listImports(database: Db, { state, ...query }: ImportFilter): Promise<Page<Import>> {
  return listPage<Import>(database, query, {
    table: 'product_imports',
    columns: COLUMNS,
    filters: [
      ...(state ? [sql`state = ${state}`] : []),
      ...(query.search ? [containsText('search', query.search)] : []),
    ],
  })
}

type StoredChange = Omit<ImportedProduct, 'fields'> & {
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/** The products that a saved import changed, then those that it created, by name; none once they have expired. The search matches names. */
export async function listImportChanges(
  database: Db,
  { id, ...query }: PageRequest & { id: string },
): Promise<Page<ImportedProduct>> {
  const changes = sql`join product_import_changes changes on changes.product_id = products.id and changes.import_id = ${id}`
  const { data: rows, ...counted } = await listPage<StoredChange>(database, query, {
    table: 'products',
    columns: sql`products.id as "_id", coalesce(nullif(barcode, ''), own_code) as barcode, tradename as name,
      changes.before is null as "isNew", changes.before, changes.after`,
    joins: changes,
    sortJoins: changes,
    scope: [
      sql`exists (select from product_import_changes where import_id = ${id} and product_id = products.id)`,
    ],
    filters: query.search ? [containsText('sort_key', query.search)] : [],
    orderBy: [{ value: sql`changes.before is null` }, 'sort_key', 'id'],
    direction: 'asc',
  })
  const data = rows.map(({ before, after, ...product }) => ({
    ...product,
    fields: productFieldNames.flatMap((field) =>
      field in after ? [{ field, before: formText(before?.[field]), after: formText(after[field]) }] : [],
    ),
  }))
  return { data, ...counted }
}

/** Counts the imports that wait for a person: all of them, and those of files that no person sent. */
export async function countWaitingImports(database: Db): Promise<{ waiting: number; unsent: number }> {
  const { rows } = await sql<{ waiting: number; unsent: number }>`
    select count(*)::int as waiting, count(*) filter (where source <> 'person')::int as unsent
    from product_imports where state = 'preview'`.execute(database)
  return rows[0]!
}

/** The last column, which an import ignores as unknown. */
const REASON = { header: 'Motivo', width: 60 }

/**
 * The refused rows of an import as a sheet in the template's format, to correct and upload again: the
 * original cells and the reason.
 *
 * @throws Refusal NOT_FOUND when there are none, or when they have expired
 */
export async function refusedRowsSheet(database: Db, id: string): Promise<Sheet> {
  const { rows: found } = await sql<{ refused: RefusedRow[] | null; errors: ImportProblem[] }>`
    select refused_rows as refused, report->'errors' as errors from product_imports where id = ${id}`.execute(
    database,
  )
  const { refused, errors } = found[0] ?? { refused: null, errors: [] }
  if (!refused?.length)
    throw new Refusal('NOT_FOUND', {
      ...(found[0] && { message: 'No hay filas rechazadas que descargar: se guardan 90 días.' }),
    })
  const problems = Map.groupBy(errors, rowKey)
  const lines = refused.map((row) => [
    ...PRODUCT_COLUMNS.map((_, index) => asWritten(row.cells[index] ?? '')),
    (problems.get(rowKey(row)) ?? []).map(({ column, message }) => `${column}: ${message}`).join('; '),
  ])
  return { name: 'Productos', columns: [...PRODUCT_COLUMNS, REASON], rows: chunks(lines) }
}

/** Replaces a "-", which clears a field, by an en dash: the hyphen would get an apostrophe like a formula and become text. */
const asWritten = (text: string) => (text === '-' ? '–' : text)

/** The most waiting previews of files that no person sent: a cash desk may send a file every few minutes. */
const MAX_WAITING = 20

/**
 * Removes expired previews, refused rows, undo data and imports (docs/personal-data.md#retention). Any server may run it at any time.
 *
 * @returns how many previews, and how many imports lost data or were deleted
 */
export async function expireImports(database: Db): Promise<{ previews: number; imports: number }> {
  const previews = await sql`
    delete from product_imports where state = 'preview' and (
      created_at < now() - case source when 'person' then interval '1 day' else interval '7 days' end
      or source <> 'person' and id not in (
        select id from product_imports where state = 'preview' and source <> 'person'
        order by id desc limit ${sql.lit(MAX_WAITING)}
      )
    )`.execute(database)
  const old = await sql`
    delete from product_imports where created_at < now() - interval '5 years'`.execute(database)
  const { rows } = await sql<{ id: string }>`
    with deleted as (
      delete from product_import_changes using product_imports
      where import_id = product_imports.id and created_at < now() - interval '90 days' returning import_id as id
    ), emptied as (
      update product_imports set refused_rows = null
      where refused_rows is not null and created_at < now() - interval '90 days' returning id
    )
    select id from deleted union select id from emptied`.execute(database)
  return {
    previews: Number(previews.numAffectedRows ?? 0),
    imports: rows.length + Number(old.numAffectedRows ?? 0),
  }
}
