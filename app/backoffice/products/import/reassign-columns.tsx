import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { UnknownColumns } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { FormModal } from '../../../forms/form-modal.tsx'
import { usePreferences } from '../../../listing/preferences.ts'
import { Button, keepFocus } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { AssignColumns, assignmentOf } from '../../tables/assign-columns.tsx'
import { TableUpload, useTableUpload } from '../../tables/table-upload.tsx'
import { storeChoices, usePreviewing } from './preview-choices.ts'
import { columnsOf, keepUpload, keptUpload } from './upload-form.tsx'

/** The button of a preview that assigns its file's columns in another way. */
export function ReassignColumns() {
  const { report } = usePreviewing()
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
      <FormModal open={open} onClose={() => setOpen(false)} title="Columnas de la planilla" wide>
        {open && <ReassignForm sheets={sheets} />}
      </FormModal>
    </>
  )
}

/** The columns as they were read, and a field for the file if this tab no longer keeps it. */
function ReassignForm({ sheets }: Pick<UnknownColumns, 'sheets'>) {
  const { report, choices } = usePreviewing()
  const kept = keptUpload(report._id)
  const { importLeaves } = usePreferences()
  const navigate = useNavigate()
  const upload = useTableUpload<ProductField, UnknownColumns>({
    start: {
      file: kept?.file ?? null,
      asking: {
        asked: { missing: [], doubled: [], questions: [], sheets },
        assignment: assignmentOf(sheets, kept?.assignment),
      },
    },
    askedBy: (refusal) => refusal.dataOf('UNKNOWN_COLUMNS'),
    send: async ({ file, parts, api, mounted }) => {
      // The report of a stock list that changes only the stock doesn't hold the parts that the person leaves unchanged.
      parts.append('leave', (report.stockReport === 'stock' ? importLeaves : report.leave).join(','))
      parts.append('stockReport', report.stockReport ?? 'stock')
      if (report.recognition?.hasCodes) parts.append('recognize', report.recognition.by)
      parts.append('fileExcel', file)
      const { data } = await api.previewImport({ form: parts })
      keepUpload(data._id, { file, assignment })
      storeChoices(data._id, choices)
      const preview = href('/dashboard/products/imports/:id', { id: data._id })
      if (mounted.current) await navigate(preview, { replace: true })
    },
  })
  const { asked, assignment } = upload.asking!

  return (
    <form {...upload.formProps} className="grid gap-4">
      {kept && <p className="wrap-anywhere text-soft">{kept.file.name}</p>}
      <TableUpload
        upload={upload}
        field={
          kept
            ? undefined
            : {
                label: `Elige otra vez ${report.fileName}`,
                prompt: 'Elegir archivo',
                chosen: 'Ningún archivo elegido',
                accept: '.xlsx,.csv,.tsv,.txt',
              }
        }
        reading="Revisando los productos…"
      >
        <AssignColumns upload={upload} {...columnsOf(asked, assignment)} />
      </TableUpload>
      {kept && <FieldError error={upload.error} />}
      <Button
        type="submit"
        icon="eye"
        loading={upload.sending}
        onMouseDown={keepFocus}
        className="sm:justify-self-end"
      >
        Revisar otra vez
      </Button>
    </form>
  )
}
