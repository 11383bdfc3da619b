import type { ImportedProduct, ImportReport } from '#contract/import-report.ts'
import { PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { importUrl } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Db } from '../database/schema.ts'
import { listImportChanges } from '../features/imports/import-history.ts'

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
  const changes = Object.groupBy(await changesOf(database, report), ({ isNew }) =>
    isNew ? 'created' : 'updated',
  )
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
    ...list(
      isOpen ? 'Productos que se crearían' : 'Productos creados',
      changes.created?.map(changeLine),
      created,
    ),
    ...list(
      isOpen ? 'Productos que se actualizarían' : 'Productos actualizados',
      changes.updated?.map(changeLine),
      updated,
    ),
  ]
  return inFile(lines)
}

/** Joins the lines with the line ends and the byte order mark that Windows editors need. */
const inFile = (lines: readonly string[]) => `\uFEFF${lines.map(plain).join('\r\n')}\r\n`

const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
const number = (count: number) => count.toLocaleString('es-CL')

function list(title: string, lines: readonly string[] | undefined, all: number): string[] {
  if (!lines?.length) return []
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

type Changed = Pick<ImportedProduct, 'barcode' | 'name' | 'fields'> & { isNew: boolean }

/** The first products that the import changes, or changed. */
async function changesOf(database: Db, { _id: id, state, preview }: ImportReport): Promise<Changed[]> {
  if (state === 'preview')
    return (preview?.changes ?? []).map((change) => ({ ...change, isNew: change.productId === null }))
  return (await listImportChanges(database, { id, page: 1, pageSize: 20_000 })).data
}

const changeLine = ({ barcode, name, isNew, fields }: Changed) =>
  `${barcode} ${name}`.trim() + (isNew ? '' : `: ${fields.map(fieldChange).join('; ')}`)

const fieldChange = ({ field, before, after }: Changed['fields'][number]) =>
  `${PRODUCT_FIELDS[field].label} ${shown(before)} → ${shown(after)}`

const shown = (value: string) =>
  value === 'true' ? 'sí' : value === 'false' ? 'no' : value === '' ? '(vacío)' : value
