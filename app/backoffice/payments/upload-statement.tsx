import { useEffect, useRef, useState } from 'react'
import type { BankStatement, StatementColumns, StatementField } from '#contract/payments.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { Button } from '../../ui/button.tsx'
import { TableUpload, useTableUpload } from '../tables/table-upload.tsx'
import { columnsOf } from './statement-assignment.ts'

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
    <FormModal open={open} onClose={onClose} title="Subir cartola" wide={wide}>
      {open && <UploadForm dropped={dropped} onRead={onRead} onWide={setWide} />}
    </FormModal>
  )
}

/** A chosen file is sent at once. An unknown layout asks for its columns and sends the same file with them. */
function UploadForm({
  dropped,
  onRead,
  onWide,
}: {
  dropped: File | null
  onRead: OnRead
  onWide: (wide: boolean) => void
}) {
  const { close } = useFormModal()
  const upload = useTableUpload<StatementField, StatementColumns>({
    askedBy: (refusal) => refusal.dataOf('STATEMENT_COLUMNS'),
    send: async ({ file, parts, api, signal }) => {
      parts.append('file', file)
      const { data, message } = await api.uploadStatement({ form: parts })
      if (!signal.aborted) await onRead(data, message)
      close()
    },
  })
  const { asking, file, input, error, sending, isRepeatable } = upload
  useEffect(() => onWide(asking !== null), [onWide, asking])

  const latest = useRef(choose)
  latest.current = choose
  // The button that opened the modal asks for a file: the browser's picker opens at once, where it may.
  useEffect(() => {
    if (dropped) latest.current(dropped)
    else if (navigator.userActivation?.isActive) input.current?.showPicker()
  }, [dropped, input])

  function choose(chosen: File | null) {
    upload.field.onChange(chosen)
    void upload.submit()
  }

  return (
    <form {...upload.formProps} className="grid gap-4">
      <p className="text-soft">
        {HOW_TO_GET} Leemos las transferencias que llegaron y buscamos el pedido de cada una. El archivo no se
        guarda, y una transferencia que ya vino en otra cartola no se cuenta dos veces.
      </p>
      <TableUpload
        upload={upload}
        file={{
          label: 'Cartola',
          prompt: 'Elegir archivo o soltarlo aquí',
          chosen: 'Excel (.xlsx) o CSV',
          accept:
            '.xlsx,.xls,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          onChange: choose,
        }}
        columns={asking ? columnsOf(asking.asked, asking.assignment) : undefined}
        reading="Leyendo la cartola…"
      />
      {file && (asking || (error && isRepeatable)) && (
        <Button type="submit" loading={sending} className="sm:justify-self-end">
          {asking ? 'Leer con estas columnas' : 'Intentar nuevamente'}
        </Button>
      )}
    </form>
  )
}
