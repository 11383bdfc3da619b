import { useEffect } from 'react'
import type { BankStatement, StatementColumns, StatementField } from '#contract/payments.ts'
import { useFormModal } from '../../forms/in-modal.ts'
import { Button } from '../../ui/button.tsx'
import { AssignColumns, type Assignment } from '../tables/assign-columns.tsx'
import { openPicker, TableUpload, useTableUpload } from '../tables/table-upload.tsx'

export const HOW_TO_GET = 'Descarga la cartola de tu banco como Excel o CSV.'

/** Resolves when the screen shows the statement. */
type OnRead = (statement: BankStatement, message: string) => Promise<unknown>

/** A chosen file is sent at once. An unknown layout asks for its columns and sends the same file with them. */
export function UploadStatement({ onRead }: { onRead: OnRead }) {
  const { close } = useFormModal()
  const upload = useTableUpload<StatementField, StatementColumns>({
    sendsAtOnce: true,
    askedBy: (refusal) => refusal.dataOf('STATEMENT_COLUMNS'),
    send: async ({ file, parts, api, mounted }) => {
      parts.append('file', file)
      const { data, message } = await api.uploadStatement({ form: parts })
      if (mounted.current) await onRead(data, message)
      close()
    },
  })
  const { asking, file, input, error, sending, isRepeatable } = upload
  useEffect(() => openPicker(input), [input])

  return (
    <form {...upload.formProps} data-wide={asking ? true : undefined} className="grid gap-4">
      <p className="text-soft">
        {HOW_TO_GET} Leemos las transferencias que llegaron y buscamos el pedido de cada una. El archivo no se
        guarda, y una transferencia que ya vino en otra cartola no se cuenta dos veces.
      </p>
      <TableUpload
        upload={upload}
        field={{
          label: 'Cartola',
          prompt: 'Elegir archivo o soltarlo aquí',
          chosen: 'Excel (.xlsx) o CSV',
          accept:
            '.xlsx,.xls,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        }}
        reading="Leyendo la cartola…"
      >
        {asking && <AssignColumns upload={upload} {...columnsOf(asking.asked, asking.assignment)} />}
      </TableUpload>
      {file && (asking || (error && isRepeatable)) && (
        <Button type="submit" loading={sending} className="sm:justify-self-end">
          {asking ? 'Leer con estas columnas' : 'Intentar nuevamente'}
        </Button>
      )}
    </form>
  )
}

type StatementFields = Assignment<StatementField>

const FIELD_NAMES: Record<StatementField, string> = {
  date: 'Fecha',
  description: 'Descripción',
  document: 'N° de documento',
  credit: 'Abonos',
  debit: 'Cargos',
  amount: 'Monto (con signo, o con otra columna que lo dice)',
  sign: 'Cargo o abono (C / A)',
  balance: 'Saldo',
}

/** The reason why a statement can't be read with these columns, in words. */
function openQuestions(assignment: StatementFields): string[] {
  const fields = [...assignment.values()]
  const has = (field: StatementField) => fields.includes(field)
  return [
    ...(has('date') ? [] : ['Falta la columna Fecha.']),
    ...(has('description') ? [] : ['Falta la columna Descripción.']),
    ...(has('credit') || has('amount') ? [] : ['Falta la columna Abonos, o la columna Monto.']),
  ]
}

/** The questions about a statement's columns, for {@link AssignColumns}. */
const columnsOf = (unknown: StatementColumns, assignment: StatementFields) => ({
  sheets: unknown.sheets,
  assignment,
  fields: FIELD_NAMES,
  none: 'No se usa',
  title: '¿Qué trae cada columna?',
  text: 'No conocemos este formato. Revisa lo que proponemos: lo recordaremos para la próxima cartola igual.',
  open: openQuestions(assignment),
})
