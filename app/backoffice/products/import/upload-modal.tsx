import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, useNavigate } from 'react-router'
import { REQUIRED } from '#contract/fields.ts'
import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { useMounted } from '../../../forms/in-modal.ts'
import { uploadApi } from '../../../forms/upload-api.ts'
import { changePreferences, usePreferences } from '../../../listing/preferences.ts'
import { Button, keepFocus } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { notice } from '../../../ui/notice.tsx'
import { assignmentOf, TableUpload } from '../../tables/table-upload.tsx'
import { columnsOf, type ProductAssignment } from './column-assignment.ts'
import { ImportParts } from './import-parts.tsx'
import { keepUpload } from './kept-upload.ts'
import { RefusedRows } from './refused-rows.tsx'

/** The files that can be chosen: workbooks, or lists as text when a person says so. */
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

type OnImported = (message: string, report: ImportReport) => void

/** The upload of a product workbook (docs/product.md#upload-of-a-workbook). */
export function UploadModal({
  open,
  onClose,
  onImported,
}: {
  open: boolean
  onClose: () => void
  onImported: OnImported
}) {
  // Column assignment and refused rows need a wide modal.
  const [wide, setWide] = useState(false)
  return (
    <Modal open={open} onClose={onClose} title="Subir informacion del Excel" wide={wide}>
      {open && <UploadForm onClose={onClose} onImported={onImported} onWide={setWide} />}
    </Modal>
  )
}

/** `preview` saves nothing and opens the preview's page. */
type Action = 'upload' | 'preview'

/** The upload's form; errors show beside the field. */
function UploadForm({
  onClose,
  onImported,
  onWide,
}: {
  onClose: () => void
  onImported: OnImported
  onWide: (wide: boolean) => void
}) {
  const [error, setError] = useState<string>()
  const [file, setFile] = useState<File | null>(null)
  const { importLeaves } = usePreferences()
  const [leave, setLeave] = useState(importLeaves)
  const [refused, setRefused] = useState<ImportReport | null>(null)
  const [unknown, setUnknown] = useState<UnknownColumns | null>(null)
  const [assignment, setAssignment] = useState<ProductAssignment>(new Map())
  const [action, setAction] = useState<Action | null>(null)
  /** The fraction already sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const [isText, setIsText] = useState(false)
  const kind = isText ? TEXT : WORKBOOK
  const input = useRef<HTMLInputElement>(null)
  const mounted = useMounted()
  const navigate = useNavigate()

  // The button that opened the modal asks for a file: the browser's picker opens at once, where it may.
  useEffect(() => {
    if (navigator.userActivation?.isActive) input.current?.showPicker()
  }, [])

  const wide = unknown !== null || refused !== null
  useEffect(() => onWide(wide), [onWide, wide])

  /** Shows the file's problem, if it has one. */
  function check(chosen: File | null): chosen is File {
    const problem = problemOf(chosen, kind)
    setError(problem)
    setRefused(null)
    return problem === undefined
  }

  /** Takes lists as text, or workbooks again, and asks for one unless it is chosen already. */
  function changeKind(text: boolean) {
    flushSync(() => setIsText(text))
    if (file) setError(problemOf(file, text ? TEXT : WORKBOOK))
    else {
      setError(undefined)
      input.current?.showPicker()
    }
  }

  async function send(action: Action) {
    if (!check(file)) return input.current?.focus()
    const form = new FormData()
    if (unknown) form.append('columns', JSON.stringify(Object.fromEntries(assignment)))
    form.append('leave', leave.join(','))
    // Parts that a person chooses for this file count for a stock report, too.
    form.append('stockReport', leave === importLeaves ? 'stock' : 'all')
    form.append('fileExcel', file)
    // Not being able to remember it costs nothing now.
    if (leave !== importLeaves)
      changePreferences({ change: 'import', importLeaves: leave }).catch(() => undefined)
    setSent(0)
    setAction(action)
    try {
      const api = uploadApi(setSent)
      if (action === 'upload') {
        const { message, data } = await api.uploadProducts({ form })
        if (mounted.current) onClose()
        onImported(message, data)
      } else {
        const { data } = await api.previewImport({ form })
        keepUpload(data._id, { file, assignment })
        const preview = href('/dashboard/products/imports/:id', { id: data._id })
        // Replaces the modal's history entry, so that Back leads straight to the list.
        if (mounted.current) await navigate(preview, { replace: true })
      }
    } catch (failure) {
      const refusal = await refusalOf(failure)
      const { message } = refusal
      if (!mounted.current) return notice.error(message)
      const columns = refusal.dataOf('UNKNOWN_COLUMNS')
      setError(columns ? 'Revisa las columnas más abajo.' : message)
      if (columns) {
        setUnknown(columns)
        setAssignment(assignmentOf(columns, assignment))
      } else setRefused(refusal.dataOf('BAD_INPUT') ?? null)
    } finally {
      setAction(null)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!action) void send('upload')
      }}
      className="grid gap-4"
    >
      <p className="text-soft">
        Usa el formato de productos. Los productos se reconocen por su código de barras: los nuevos se crean y
        los demás se actualizan. Una lista sin códigos entra con «Revisar antes», por nombre.
      </p>
      <TableUpload
        file={{
          ref: input,
          label: 'Archivo Excel',
          value: file,
          prompt: file ? 'Cambiar archivo' : 'Elegir archivo',
          chosen: file?.name ?? 'Ningún archivo elegido',
          accept: kind.accept,
          error,
          onChange: (chosen) => {
            setFile(chosen)
            setUnknown(null)
            setAssignment(new Map())
            check(chosen)
          },
          onBlur: () => file || setError(REQUIRED),
        }}
        columns={
          unknown
            ? {
                ...columnsOf(unknown, assignment),
                onChange: (changed) => {
                  setAssignment(changed)
                  setError(undefined)
                },
              }
            : undefined
        }
        sent={action && sent}
        reading="Revisando los productos…"
        disabled={action !== null}
      >
        <Checkbox
          label="Mi lista es CSV o texto (.csv, .tsv, .txt)"
          checked={isText}
          disabled={action !== null}
          onChange={({ target }) => changeKind(target.checked)}
        />
        <ImportParts leave={leave} disabled={action !== null} onChange={setLeave} />
      </TableUpload>
      {refused && <RefusedRows report={refused} />}
      <div
        className={`grid gap-3 sm:flex sm:justify-end ${unknown ? 'sticky -bottom-4 z-10 -mx-4 -mb-4 border-line border-t bg-paper p-4 max-sm:grid-cols-2 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6' : ''}`}
      >
        <Button
          look="secondary"
          icon="eye"
          loading={action === 'preview'}
          disabled={action !== null}
          onMouseDown={keepFocus}
          onClick={() => send('preview')}
        >
          Revisar antes
        </Button>
        <Button type="submit" icon="upload" loading={action === 'upload'} disabled={action !== null}>
          Subir archivo
        </Button>
      </div>
    </form>
  )
}

function problemOf(chosen: File | null, { names, problem }: typeof WORKBOOK): string | undefined {
  if (!chosen) return REQUIRED
  if (names.test(chosen.name)) return undefined
  return TEXT.names.test(chosen.name) ? `${problem}, o marca que es CSV o texto.` : problem
}
