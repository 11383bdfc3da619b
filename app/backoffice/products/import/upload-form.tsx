import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, useNavigate } from 'react-router'
import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { mapProductFields, type ProductField } from '#contract/product-fields.ts'
import { useFormModal } from '../../../forms/in-modal.ts'
import { changePreferences, usePreferences } from '../../../listing/preferences.ts'
import { Button, keepFocus } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { AssignColumns, type Assignment } from '../../tables/assign-columns.tsx'
import { openPicker, TableUpload, useTableUpload } from '../../tables/table-upload.tsx'
import { headerOf } from '../product-values.ts'
import { ImportParts } from './import-parts.tsx'
import { RefusedRows } from './refused-rows.tsx'

/** The kinds of file that can be chosen: workbooks, or text lists if the checkbox says so. */
const WORKBOOK = {
  names: /\.xlsx$/i,
  accept: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  problem: 'El archivo debe ser .xlsx',
}
const TEXT = {
  names: /\.(csv|tsv|txt)$/i,
  accept: '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values',
  problem: 'El archivo debe ser .csv, .tsv o .txt',
}

/** `preview` saves nothing and opens the preview's page. */
type Action = 'upload' | 'preview'

/** The upload of a product workbook, in a modal. */
export function UploadForm({ onImported }: { onImported: (message: string, report: ImportReport) => void }) {
  const { importLeaves } = usePreferences()
  const [leave, setLeave] = useState(importLeaves)
  const [isText, setIsText] = useState(false)
  const kind = isText ? TEXT : WORKBOOK
  const { close } = useFormModal()
  const navigate = useNavigate()
  const upload = useTableUpload<ProductField, UnknownColumns, Action>({
    problemOf: (file) => problemOf(file, kind),
    askedBy: (refusal) => refusal.dataOf('UNKNOWN_COLUMNS'),
    send: async ({ file, parts, api, mounted, action = 'upload' }) => {
      parts.append('leave', leave.join(','))
      // If the person chooses other parts for this file, they count for a stock report, too.
      parts.append('stockReport', leave === importLeaves ? 'stock' : 'all')
      parts.append('fileExcel', file)
      // A failure to remember the parts must not stop the upload.
      if (leave !== importLeaves)
        changePreferences({ change: 'import', importLeaves: leave }).catch(() => undefined)
      if (action === 'upload') {
        const { message, data } = await api.uploadProducts({ form: parts })
        close()
        onImported(message, data)
      } else {
        const { data } = await api.previewImport({ form: parts })
        keepUpload(data._id, { file, assignment: asking?.assignment ?? new Map() })
        const preview = href('/dashboard/products/imports/:id', { id: data._id })
        // Replaces the modal's history entry, so that Back leads straight to the list.
        if (mounted.current) await navigate(preview, { replace: true })
      }
    },
  })
  const { asking, input, sending, action, refusal } = upload
  const refused = refusal?.dataOf('BAD_INPUT')

  useEffect(() => openPicker(input), [input])

  /** Switches between text lists and workbooks, then opens the file picker if no file is chosen. */
  function changeKind(text: boolean) {
    flushSync(() => setIsText(text))
    if (!upload.file) input.current?.showPicker()
  }

  return (
    <form {...upload.formProps} data-wide={asking || refused ? true : undefined} className="grid gap-4">
      <p className="text-soft">
        Usa el formato de productos. Los productos se reconocen por su código de barras: los nuevos se crean y
        los demás se actualizan. Una lista sin códigos entra con «Revisar antes», por nombre.
      </p>
      <TableUpload
        upload={{
          ...upload,
          error: refusal?.code === 'UNKNOWN_COLUMNS' ? 'Revisa las columnas más abajo.' : upload.error,
        }}
        field={{
          label: 'Archivo Excel',
          prompt: 'Elegir archivo',
          chosen: 'Ningún archivo elegido',
          accept: kind.accept,
        }}
        reading="Revisando los productos…"
      >
        <Checkbox
          label="Mi lista es CSV o texto (.csv, .tsv, .txt)"
          checked={isText}
          disabled={sending}
          onChange={({ target }) => changeKind(target.checked)}
        />
        <ImportParts leave={leave} disabled={sending} onChange={setLeave} />
        {asking && <AssignColumns upload={upload} {...columnsOf(asking.asked, asking.assignment)} />}
      </TableUpload>
      {refused && <RefusedRows report={refused} />}
      <div
        className={`grid gap-3 sm:flex sm:justify-end ${asking ? 'sticky -bottom-4 z-10 -mx-4 -mb-4 border-line border-t bg-paper p-4 max-sm:grid-cols-2 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6' : ''}`}
      >
        <Button
          look="secondary"
          icon="eye"
          loading={action === 'preview'}
          disabled={sending}
          onMouseDown={keepFocus}
          onClick={() => upload.submit('preview')}
        >
          Revisar antes
        </Button>
        <Button type="submit" icon="upload" loading={sending && action !== 'preview'} disabled={sending}>
          Subir archivo
        </Button>
      </div>
    </form>
  )
}

function problemOf(chosen: File, { names, problem }: typeof WORKBOOK): string | undefined {
  if (names.test(chosen.name)) return undefined
  return TEXT.names.test(chosen.name) ? `${problem}, o marca que es CSV o texto.` : problem
}

type ProductAssignment = Assignment<ProductField>

/** Decisions that are still open, in words. Only a column with the barcode or the own code is required. */
function openQuestions({ missing, doubled }: UnknownColumns, assignment: ProductAssignment): string[] {
  const undecided = unassigned(doubled, assignment)
  const isDecided = [...assignment.values()].includes('ownCode') || undecided.includes(BARCODE)
  return [
    ...undecided.map((header) => `Varias columnas dicen traer ${header}: elige una.`),
    ...(!isDecided && unassigned(missing, assignment).includes(BARCODE)
      ? [`Falta la columna ${BARCODE}.`]
      : []),
  ]
}

const BARCODE = headerOf('barcode')

/** The headers of the fields that no column has. */
function unassigned(headers: readonly string[], assignment: ProductAssignment): string[] {
  const assigned = new Set([...assignment.values()].map((field) => field && headerOf(field)))
  return headers.filter((header) => !assigned.has(header))
}

const FIELDS = mapProductFields((_, field) => headerOf(field))

/** The questions about a list's columns, for {@link AssignColumns}. */
export function columnsOf(unknown: UnknownColumns, assignment: ProductAssignment) {
  const forNew = unassigned(unknown.missing, assignment).filter((header) => header !== BARCODE)
  return {
    sheets: unknown.sheets,
    assignment,
    fields: FIELDS,
    none: 'No importar',
    title: 'Asignar columnas',
    text: unknown.sheets.some(({ columns }) => columns.some(({ asked }) => asked))
      ? 'Revisa las columnas por confirmar: proponemos lo más probable. Recordaremos tu elección para la próxima planilla.'
      : 'Elige qué dato trae cada columna. Recordaremos estas columnas para la próxima planilla.',
    notes: [
      ...unknown.questions,
      ...(forNew.length > 0
        ? [`Sin ${forNew.join(' ni ')} se actualizan los productos que ya existen, y no se crean nuevos.`]
        : []),
    ],
    open: openQuestions(unknown, assignment),
  }
}

/** The file of a preview and its assigned columns. */
type Upload = { file: File; assignment: ProductAssignment }

let kept: (Upload & { importId: string }) | null = null

/** Keeps the file of the last preview in this tab until it is reloaded, to read it again with other columns. */
export function keepUpload(importId: string, upload: Upload) {
  kept = { ...upload, importId }
}

/** The kept file of a preview; null if another preview's file or none is kept. */
export const keptUpload = (importId: string): Upload | null => (kept?.importId === importId ? kept : null)
