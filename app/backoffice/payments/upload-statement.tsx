import { useEffect, useRef, useState } from 'react'
import type { BankStatement, StatementColumns } from '#contract/payments.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { useMounted } from '../../forms/in-modal.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { notice } from '../../ui/notice.tsx'
import { assignmentOf, TableUpload } from '../tables/table-upload.tsx'
import { columnsOf, type StatementFields } from './statement-assignment.ts'

export const HOW_TO_GET = 'Descarga la cartola de tu banco como Excel o CSV.'

/** Resolves when the screen shows the statement. */
type OnRead = (statement: BankStatement, message: string) => Promise<unknown>

/** The upload of a bank statement (docs/product.md#payments-screen). */
export function UploadStatement({
  open,
  dropped,
  onClose,
  onRead,
}: {
  open: boolean
  /** A file that was dropped on the screen. */
  dropped: File | null
  onClose: () => void
  onRead: OnRead
}) {
  // The assignment of columns needs a wide modal.
  const [wide, setWide] = useState(false)
  return (
    <Modal open={open} onClose={onClose} title="Subir cartola" wide={wide}>
      {open && <UploadForm dropped={dropped} onClose={onClose} onRead={onRead} onWide={setWide} />}
    </Modal>
  )
}

/** A chosen file is sent at once. An unknown layout asks for its columns and sends the same file with them. */
function UploadForm({
  dropped,
  onClose,
  onRead,
  onWide,
}: {
  dropped: File | null
  onClose: () => void
  onRead: OnRead
  onWide: (wide: boolean) => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  /** Whether the same file may be read the next time, as after a failure of the network. */
  const [isRepeatable, setRepeatable] = useState(false)
  const [unknown, setUnknown] = useState<StatementColumns | null>(null)
  const [assignment, setAssignment] = useState<StatementFields>(new Map())
  /** The fraction already sent, 0 to 1; null while nothing is sent. */
  const [sent, setSent] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const mounted = useMounted()
  const sending = sent !== null
  useEffect(() => onWide(unknown !== null), [onWide, unknown])

  const latest = useRef(choose)
  latest.current = choose
  // The button that opened the modal asks for a file: the browser's picker opens at once, where it may.
  useEffect(() => {
    if (dropped) latest.current(dropped)
    else if (navigator.userActivation?.isActive) input.current?.showPicker()
  }, [dropped])

  function choose(chosen: File | null) {
    setFile(chosen)
    setUnknown(null)
    setAssignment(new Map())
    if (chosen) void send(chosen)
  }

  async function send(chosen: File, columns?: StatementFields) {
    if (sending) return
    const form = new FormData()
    if (columns) form.append('columns', JSON.stringify(Object.fromEntries(columns)))
    form.append('file', chosen)
    setError(undefined)
    setSent(0)
    try {
      const { data, message } = await uploadApi(setSent).uploadStatement({ form })
      if (mounted.current) await onRead(data, message)
      if (mounted.current) onClose()
    } catch (failure) {
      const refusal = await refusalOf(failure)
      const { status, message } = refusal
      if (!mounted.current) return notice.error(message)
      const found = refusal.dataOf('STATEMENT_COLUMNS')
      setError(found && !columns ? undefined : message)
      setRepeatable(status !== 400)
      if (!found) return
      setUnknown(found)
      setAssignment(assignmentOf(found, columns ?? new Map()))
    } finally {
      setSent(null)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (file) void send(file, unknown ? assignment : undefined)
        else input.current?.showPicker()
      }}
      className="grid gap-4"
    >
      <p className="text-soft">
        {HOW_TO_GET} Leemos las transferencias que llegaron y buscamos el pedido de cada una. El archivo no se
        guarda, y una transferencia que ya vino en otra cartola no se cuenta dos veces.
      </p>
      <TableUpload
        file={{
          ref: input,
          label: 'Cartola',
          value: file,
          prompt: file ? 'Cambiar archivo' : 'Elegir archivo o soltarlo aquí',
          chosen: file?.name ?? 'Excel (.xlsx) o CSV',
          accept:
            '.xlsx,.xls,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          error,
          onChange: choose,
        }}
        columns={unknown ? { ...columnsOf(unknown, assignment), onChange: setAssignment } : undefined}
        sent={sent}
        reading="Leyendo la cartola…"
        disabled={sending}
      />
      {file && (unknown || (error && isRepeatable)) && (
        <Button type="submit" loading={sending} className="sm:justify-self-end">
          {unknown ? 'Leer con estas columnas' : 'Intentar nuevamente'}
        </Button>
      )}
    </form>
  )
}
