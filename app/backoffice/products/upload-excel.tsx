import { useRef, useState } from 'react'
import { REQUIRED } from '#contract/fields.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { refusalOf } from '../../server-failure.ts'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type ImportResult, isReport } from './import-report.ts'
import { RefusedRows } from './import-report-card.tsx'

const ONLY_XLSX = 'El archivo debe ser .xlsx'

/** The upload of a product workbook, in a modal (docs/product.md#product-workbook). Errors show beside the field. */
export function UploadExcel({ onImported }: { onImported: (message: string, result: ImportResult) => void }) {
  const [error, setError] = useState<string>()
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<ImportResult>()
  /** The part that is sent, 0 to 1; undefined while nothing is being sent. */
  const [sent, setSent] = useState<number>()
  const input = useRef<HTMLInputElement>(null)

  /** Shows the file's problem, if it has one. */
  function check(chosen: File | null): chosen is File {
    const problem = !chosen ? REQUIRED : /\.xlsx$/i.test(chosen.name) ? undefined : ONLY_XLSX
    setError(problem)
    setRefused(undefined)
    return problem === undefined
  }

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    if (sent !== undefined) return
    if (!check(file)) return input.current?.focus()
    const form = new FormData()
    form.append('fileExcel', file)
    setSent(0)
    try {
      const { message, data } = await uploadApi(setSent).uploadProducts({ form })
      onImported(message, data)
    } catch (failure) {
      const { message, data } = await refusalOf(failure)
      setError(message)
      if (isReport(data)) setRefused(data)
    } finally {
      setSent(undefined)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-soft">
        Usa el formato de productos. Los productos se reconocen por su código de barras: los nuevos se crean y
        los demás se actualizan.
      </p>
      <FileField
        ref={input}
        label="Archivo Excel"
        value={file}
        prompt={file ? 'Cambiar archivo' : 'Elegir archivo'}
        chosen={file?.name ?? 'Ningún archivo elegido'}
        preview={false}
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
        disabled={sent !== undefined}
        error={error}
        onChange={(chosen) => {
          setFile(chosen)
          check(chosen)
        }}
        onBlur={() => file || setError(REQUIRED)}
      />
      {refused && <RefusedRows report={refused} />}
      {sent !== undefined && (
        <ProgressBar
          label={sent < 1 ? `Enviando el archivo: ${Math.round(sent * 100)} %` : 'Revisando los productos…'}
          value={sent < 1 ? sent : undefined}
        />
      )}
      <Button type="submit" icon="upload" loading={sent !== undefined} className="justify-self-end">
        Subir archivo
      </Button>
    </form>
  )
}
