import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import { PRODUCT_FIELDS, type ProductField } from '#contract/product-fields.ts'
import { importUrl } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Db } from '../database/schema.ts'

/** The most products and rows of each kind in a report. */
const MAX_LINES = 2_000

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  timeZone: store.timeZone,
  dateStyle: 'long',
  timeStyle: 'short',
})

const RESULTS: Record<ImportReport['state'], string> = {
  saved: 'Guardada',
  preview: 'No se guardó: espera una revisión en Importaciones',
  refused: 'Rechazada: no se guardó ninguna fila',
  undone: 'Guardada y después deshecha',
}

/** The report of an import without a person, as text: what was created, updated and refused. */
export async function reportText(database: Db, report: ImportReport, publicUrl: string): Promise<string> {
  const { state, fileName, createdAt, savedAt, created, updated, unchanged, refused, repeated } = report
  const isOpen = state === 'preview'
  const changes = isOpen ? previewedChanges(report) : await savedChanges(database, report._id)
  const lines = [
    'Informe de importación',
    '',
    `Archivo: ${fileName}`,
    `Fecha: ${MOMENT.format(new Date(savedAt ?? createdAt))}`,
    `Resultado: ${RESULTS[state]}`,
    ...report.reasons.map((reason) => `Motivo: ${reason}`),
    `Ver más: ${publicUrl}${importUrl(report._id)}`,
    '',
    `${isOpen ? 'Se crearían' : 'Creados'}: ${number(created)}`,
    `${isOpen ? 'Se actualizarían' : 'Actualizados'}: ${number(updated)}`,
    `Sin cambios: ${number(unchanged)}`,
    `Filas rechazadas: ${number(refused)}`,
    ...(repeated > 0 ? [`Filas repetidas: ${number(repeated)}`] : []),
    ...list('Filas rechazadas', report.errors.map(problemLine), report.errors.length),
    ...list(isOpen ? 'Productos que se crearían' : 'Productos creados', changes.created, created),
    ...list(isOpen ? 'Productos que se actualizarían' : 'Productos actualizados', changes.updated, updated),
  ]
  return inFile(lines)
}

/** Joins the lines with the line ends and the byte order mark that Windows editors need. */
const inFile = (lines: readonly string[]) => `\uFEFF${lines.map(plain).join('\r\n')}\r\n`

const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
const number = (count: number) => count.toLocaleString('es-CL')

function list(title: string, lines: readonly string[], all: number): string[] {
  if (lines.length === 0) return []
  const shown = lines.slice(0, MAX_LINES)
  const more = all - shown.length
  return [
    '',
    `${title}:`,
    ...shown.map((line) => `  ${line}`),
    ...(more > 0 ? [`  … y ${number(more)} más`] : []),
  ]
}

function problemLine({ sheet, row, barcode, name, column, value, message }: ImportReport['errors'][number]) {
  const product = [barcode, name].filter(Boolean).join(' ')
  return `Hoja ${sheet}, fila ${row}${product && ` (${product})`}: ${column}${value && ` «${value}»`}: ${message}`
}

type Changes = { created: string[]; updated: string[] }

function previewedChanges({ preview }: ImportReport): Changes {
  const changes: Changes = { created: [], updated: [] }
  for (const { productId, barcode, name, fields } of preview?.changes ?? []) {
    const line = `${barcode} ${name}`.trim()
    if (productId === null) changes.created.push(line)
    else
      changes.updated.push(
        `${line}: ${fields.map(({ field, before, after }) => changeOf(field, before, after)).join('; ')}`,
      )
  }
  return changes
}

type Values = Partial<Record<ProductField, unknown>>

async function savedChanges(database: Db, importId: string): Promise<Changes> {
  const { rows } = await sql<{ code: string; name: string; before: Values | null; after: Values }>`
    select coalesce(nullif(barcode, ''), own_code) as code, tradename as name, change.before, change.after
    from product_import_changes change join products on products.id = product_id
    where import_id = ${importId} order by product_id`.execute(database)
  return {
    created: rows.filter(({ before }) => !before).map(({ code, name }) => `${code} ${name}`.trim()),
    updated: rows.flatMap(({ code, name, before, after }) => {
      if (!before) return []
      const fields = (Object.keys(after) as ProductField[]).filter((field) => field in PRODUCT_FIELDS)
      const changed = fields.map((field) => changeOf(field, before[field], after[field]))
      return [`${`${code} ${name}`.trim()}: ${changed.join('; ')}`]
    }),
  }
}

const changeOf = (field: ProductField, before: unknown, after: unknown) =>
  `${PRODUCT_FIELDS[field].label} ${shown(before)} → ${shown(after)}`

function shown(value: unknown): string {
  if (value === true || value === 'true') return 'sí'
  if (value === false || value === 'false') return 'no'
  return value === '' || value === undefined || value === null ? '(vacío)' : String(value)
}
