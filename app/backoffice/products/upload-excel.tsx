import { useRef, useState } from 'react'
import { REQUIRED } from '#contract/fields.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { Button } from '../../ui/button.tsx'
import { FilesInput } from '../../ui/files-input.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { refusalOf } from '../server-failure.ts'
import { type Imported, isReport } from './import-report.ts'
import { RefusedRows } from './import-report-card.tsx'

const ONLY_XLSX = 'El archivo debe ser .xlsx'

/** The upload of a workbook of products, in a modal (spec §2). What goes wrong is said beside the field (design §2.9). */
export function UploadExcel({ onImported }: { onImported: (message: string, result: Imported) => void }) {
  const [error, setError] = useState<string>()
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<Imported>()
  /** How much is sent, 0 to 1; undefined when nothing is under way. */
  const [sent, setSent] = useState<number>()
  const input = useRef<HTMLInputElement>(null)

  function check(): File | undefined {
    const file = input.current?.files?.[0]
    const wrong = file && !/\.xlsx$/i.test(file.name)
    setError(wrong ? ONLY_XLSX : file ? undefined : REQUIRED)
    setRefused(undefined)
    return wrong ? undefined : file
  }

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    if (sent !== undefined) return
    const file = check()
    if (!file) return input.current?.focus()
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
      <FilesInput
        ref={input}
        label="Archivo Excel"
        prompt={name ? 'Cambiar archivo' : 'Elegir archivo'}
        chosen={name || 'Ningún archivo elegido'}
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
        disabled={sent !== undefined}
        error={error}
        onChange={(event) => {
          setName(event.target.files?.[0]?.name ?? '')
          check()
        }}
        onBlur={() => input.current?.files?.length || setError(REQUIRED)}
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
