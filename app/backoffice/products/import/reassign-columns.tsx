import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { REQUIRED } from '#contract/fields.ts'
import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { useMounted } from '../../../forms/in-modal.ts'
import { uploadApi } from '../../../forms/upload-api.ts'
import { usePreferences } from '../../../listing/preferences.ts'
import { Button, keepFocus } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { assignmentOf, TableUpload } from '../../tables/table-upload.tsx'
import { columnsOf, type ProductAssignment } from './column-assignment.ts'
import { keepUpload, keptUpload } from './kept-upload.ts'
import { type Choices, storeChoices } from './preview-choices.ts'

/** The button of a preview that assigns its file's columns in another way (docs/product.md#import-screen). */
export function ReassignColumns({ report, choices }: { report: ImportReport; choices: Choices }) {
  const [open, setOpen] = useState(false)
  const sheets = report.sheets.flatMap(({ name, columns = [] }) =>
    columns.length > 0 ? [{ name, columns }] : [],
  )
  if (sheets.length === 0) return null
  return (
    <>
      <Button look="secondary" small className="justify-self-start" onClick={() => setOpen(true)}>
        Asignar columnas
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="Columnas de la planilla" wide>
        {open && <ReassignForm report={report} sheets={sheets} choices={choices} />}
      </Modal>
    </>
  )
}

/** The columns as they were read, and the file again if the tab hasn't got it any more. */
function ReassignForm({
  report,
  sheets,
  choices,
}: {
  report: ImportReport
  sheets: UnknownColumns['sheets']
  choices: Choices
}) {
  const kept = keptUpload(report._id)
  const [file, setFile] = useState(kept?.file ?? null)
  const [unknown, setUnknown] = useState<UnknownColumns>({ missing: [], doubled: [], questions: [], sheets })
  const [assignment, setAssignment] = useState<ProductAssignment>(() =>
    assignmentOf(unknown, kept?.assignment ?? new Map()),
  )
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const { importLeaves } = usePreferences()
  const mounted = useMounted()
  const navigate = useNavigate()

  async function send() {
    setError(file ? undefined : REQUIRED)
    if (!file) return
    const form = new FormData()
    form.append('columns', JSON.stringify(Object.fromEntries(assignment)))
    // Of a stock report that changes the stock alone, the report doesn't say what else the person leaves.
    form.append('leave', (report.stockReport === 'stock' ? importLeaves : report.leave).join(','))
    form.append('stockReport', report.stockReport ?? 'stock')
    if (report.recognition?.hasCodes) form.append('recognize', report.recognition.by)
    form.append('fileExcel', file)
    setSending(true)
    try {
      const { data } = await uploadApi(() => undefined).previewImport({ form })
      keepUpload(data._id, { file, assignment })
      storeChoices(data._id, choices)
      const preview = href('/dashboard/products/imports/:id', { id: data._id })
      if (mounted.current) await navigate(preview, { replace: true })
    } catch (failure) {
      const refusal = await refusalOf(failure)
      const columns = refusal.dataOf('UNKNOWN_COLUMNS')
      if (columns) {
        setUnknown(columns)
        setAssignment(assignmentOf(columns, assignment))
      } else setError(refusal.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) void send()
      }}
      className="grid gap-4"
    >
      {kept && <p className="wrap-anywhere text-soft">{kept.file.name}</p>}
      <TableUpload
        file={
          kept
            ? undefined
            : {
                label: `Elige otra vez ${report.fileName}`,
                value: file,
                prompt: file ? 'Cambiar archivo' : 'Elegir archivo',
                chosen: file?.name ?? 'Ningún archivo elegido',
                accept: '.xlsx,.csv,.tsv,.txt',
                error,
                onChange: (chosen) => {
                  setFile(chosen)
                  setError(undefined)
                },
              }
        }
        columns={{
          ...columnsOf(unknown, assignment),
          onChange: (changed) => {
            setAssignment(changed)
            setError(undefined)
          },
        }}
        sent={sending ? 1 : null}
        reading="Revisando los productos…"
        disabled={sending}
      />
      {kept && <FieldError error={error} />}
      <Button
        type="submit"
        icon="eye"
        loading={sending}
        onMouseDown={keepFocus}
        className="sm:justify-self-end"
      >
        Revisar otra vez
      </Button>
    </form>
  )
}
