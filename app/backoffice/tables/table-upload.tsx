import { useEffect, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { TableColumn } from '#contract/table-columns.ts'
import type { Api, ApiError } from '../../api/client.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Options } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** The field of each column by the column's key; empty for a column that isn't used. */
export type Assignment<Field extends string> = ReadonlyMap<string, Field | ''>

type Sheets<Field extends string> = readonly { name: string; columns: readonly TableColumn<Field>[] }[]

/** The field of each column: the person's earlier choice for the same column, else the field that the server recognised. */
export const assignmentOf = <Field extends string>(
  { sheets }: { sheets: Sheets<Field> },
  chosen: Assignment<Field>,
): Assignment<Field> =>
  new Map(sheets.flatMap(({ columns }) => columns.map(({ key, field }) => [key, chosen.get(key) ?? field])))

/** The fields that several columns of one sheet have. */
export function doubledFields<Field extends string>(
  sheets: Sheets<Field>,
  assignment: Assignment<Field>,
): Field[] {
  const doubled = sheets.flatMap(({ columns }) => {
    const fields = columns.flatMap(({ key }) => assignment.get(key) || [])
    return fields.filter((field, at) => fields.indexOf(field) !== at)
  })
  return [...new Set(doubled)]
}

/** Opens the browser's file picker, if the press of the button that opened the modal still allows it. */
export function openPicker({ current }: React.RefObject<HTMLInputElement | null>) {
  if (navigator.userActivation?.isActive) current?.showPicker()
}

/**
 * The codes of refusals caused by the file. The message of another failure shows at the file's field too, but the same file may
 * be sent again.
 */
const OF_FILE = {
  ...({ BAD_INPUT: 'file', TOO_LARGE: 'file', WRONG_KIND: 'file', UNKNOWN_COLUMNS: 'file' } as const),
  ...({ STATEMENT_UNREADABLE: 'file', STATEMENT_COLUMNS: 'file' } as const),
}

type Sending<Action> = {
  file: File
  /** The parts to send, with the assigned columns; `send` adds the file. */
  parts: FormData
  api: Api
  /** Aborted when the form is gone. */
  signal: AbortSignal
  action: Action | undefined
}

/** The columns that a refusal asks for, and their assignment so far. */
type Asking<Field extends string, Asked> = { asked: Asked; assignment: Assignment<Field> } | null

/**
 * The form of a {@link TableUpload}. After a refusal that asks for columns, the next submit sends their assignment.
 *
 * @param start the file and the columns that the form begins with; the columns stay when another file is chosen
 * @param problemOf why a file can't be sent, in words
 * @param askedBy the columns that a refusal asks for
 * @param send makes the call and its follow-up; `action` is the argument of the button's `submit`
 */
export function useTableUpload<
  Field extends string,
  Asked extends { sheets: Sheets<Field> },
  Action = undefined,
>({
  start,
  problemOf,
  askedBy,
  send,
  onRefused,
}: {
  start?: { file: File | null; asking: Asking<Field, Asked> }
  problemOf?: (file: File | null) => string | undefined
  askedBy?: (refusal: ApiError) => Asked | undefined
  send: (sending: Sending<Action>) => Promise<unknown>
  onRefused?: (refusal: ApiError) => void
}) {
  const form = useForm<{ file: File | null }>({
    mode: 'all',
    defaultValues: { file: start?.file ?? null },
  })
  const input = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(start?.asking ?? null)
  /** The current `asking`, for a file that is sent in the same event in which it is chosen. */
  const latest = useRef(asking)
  /** The fraction already sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const { field, fieldState } = useController({
    control: form.control,
    name: 'file',
    rules: { validate: (file) => problemOf?.(file) ?? true },
  })
  const { formProps, submit, sending, failure, clearFailure } = useSubmit(
    form,
    async ({ file }, { signal, detail: action }: { signal: AbortSignal; detail?: Action }) => {
      if (!file) return
      const parts = new FormData()
      const { current } = latest
      if (current) parts.append('columns', JSON.stringify(Object.fromEntries(current.assignment)))
      setSent(0)
      await send({ file, parts, api: uploadApi(setSent), signal, action })
    },
    {
      ...{ asks: false, fieldOfCode: OF_FILE },
      onRefused: (refusal) => {
        const asked = askedBy?.(refusal)
        if (asked) {
          // No error at the file's field: the questions about the columns say what is missing.
          if (!latest.current) form.clearErrors()
          ask({ asked, assignment: assignmentOf(asked, latest.current?.assignment ?? new Map()) })
        }
        onRefused?.(refusal)
      },
    },
  )

  function ask(next: Asking<Field, Asked>) {
    latest.current = next
    setAsking(next)
  }

  return {
    ...{ formProps, submit, sending, asking, input, sent: sending ? sent : null },
    file: field.value,
    error: sending ? undefined : (fieldState.error?.message ?? failure),
    /** Whether the same file may be sent again, as after a network failure. */
    isRepeatable: failure !== undefined,
    assign: (assignment: Assignment<Field>) => {
      if (asking) ask({ ...asking, assignment })
      form.clearErrors()
      clearFailure()
    },
    setError: (message: string) => form.setError('file', { message }),
    /** Checks the chosen file again, after the accepted kinds of file have changed. */
    check: () => form.trigger('file'),
    field: {
      ...field,
      ref: (element: HTMLInputElement | null) => {
        input.current = element
        field.ref(element)
      },
      onChange: (file: File | null) => {
        if (!start) ask(null)
        clearFailure()
        field.onChange(file)
      },
    },
  }
}

type Columns<Field extends string> = {
  sheets: Sheets<Field>
  assignment: Assignment<Field>
  /** The fields to choose from, with their names. */
  fields: readonly (readonly [Field, string])[]
  /** The name of a column that isn't used. */
  none: string
  title: string
  text: string
  /** Consequences of the assignment, such as that stock alone will change. */
  notes?: readonly string[]
  /** Decisions that are still open, in words. */
  open: readonly string[]
}

type UploadOf<Field extends string> = Pick<
  ReturnType<typeof useTableUpload<Field, { sheets: Sheets<Field> }>>,
  'field' | 'error' | 'sending' | 'sent' | 'assign'
>

/** The upload of a file with a table: the file, the columns to assign where they weren't understood, and the progress. */
export function TableUpload<Field extends string>({
  upload: { field, error, sending, sent, assign },
  file,
  columns,
  reading,
  children,
}: {
  /** The form, of {@link useTableUpload}. */
  upload: UploadOf<Field>
  /** The file's field, with its texts before a choice; absent when the file is known already. */
  file?: Pick<React.ComponentProps<typeof FileField>, 'label' | 'accept' | 'prompt' | 'chosen' | 'onChange'>
  columns?: Columns<Field> | undefined
  /** The words shown after the upload, while the server reads the file. */
  reading: string
  /** The choices below the file. */
  children?: React.ReactNode
}) {
  return (
    <>
      {file && (
        <FileField
          {...field}
          {...file}
          {...(field.value && { prompt: 'Cambiar archivo', chosen: field.value.name })}
          error={error}
          preview={false}
          required
          disabled={sending}
        />
      )}
      {children}
      {columns && <AssignColumns {...columns} disabled={sending} onChange={assign} />}
      {sent !== null && (
        <ProgressBar
          label={sent < 1 ? `Enviando el archivo: ${Math.round(sent * 100)} %` : reading}
          value={sent < 1 ? sent : undefined}
        />
      )}
    </>
  )
}

/** A select for each column of a file whose headings weren't all understood. */
function AssignColumns<Field extends string>({
  sheets,
  assignment,
  disabled,
  onChange,
  fields,
  none,
  title,
  text,
  notes = [],
  open,
}: Columns<Field> & { disabled: boolean; onChange: (assignment: Assignment<Field>) => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sheets) heading.current?.focus()
  }, [sheets])
  const doubled = doubledFields(sheets, assignment)
  return (
    <section aria-labelledby="asignar" className="grid gap-3 border-line border-t pt-4">
      <div>
        <h3 ref={heading} id="asignar" tabIndex={-1} className="text-lg outline-none">
          {title}
        </h3>
        <p className="text-soft">{text}</p>
      </div>
      {notes.length > 0 && (
        <ul className="grid gap-1">
          {notes.map((note) => (
            <li key={note} className="flex items-start gap-2">
              <Icon name="info" className="mt-0.5 size-5 text-brand" />
              <span className="wrap-anywhere min-w-0">{note}</span>
            </li>
          ))}
        </ul>
      )}
      <ul aria-live="polite" className="grid gap-1 text-coral empty:hidden">
        {open.map((question) => (
          <li key={question} className="flex items-start gap-2">
            <Icon name="warning" className="mt-0.5 size-5" />
            {question}
          </li>
        ))}
      </ul>
      {sheets.map(({ name, columns }) => (
        <fieldset key={name} disabled={disabled} className="min-w-0">
          <legend className={sheets.length > 1 ? 'mb-2 font-semibold' : 'sr-only'}>Hoja {name}</legend>
          <ul className="overflow-clip rounded-lg border border-line">
            {askedFirst(columns).map((column) => (
              <li
                key={column.key}
                className={`border-line border-t first:border-t-0 ${column.asked ? 'bg-mint' : ''}`}
              >
                <ColumnSelect
                  column={column}
                  field={assignment.get(column.key) ?? ''}
                  {...{ fields, none, doubled }}
                  onChange={(field) => onChange(new Map(assignment).set(column.key, field))}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </section>
  )
}

/** The columns to confirm, then the others, each in the order of the sheet. */
const askedFirst = <Field extends string>(columns: readonly TableColumn<Field>[]) => [
  ...columns.filter(({ asked }) => asked),
  ...columns.filter(({ asked }) => !asked),
]

function ColumnSelect<Field extends string>({
  column: { key, heading: text, samples, asked },
  field,
  fields,
  none,
  doubled,
  onChange,
}: Pick<Columns<Field>, 'fields' | 'none'> & {
  column: TableColumn<Field>
  field: Field | ''
  /** The fields that several columns have. */
  doubled: readonly Field[]
  onChange: (field: Field | '') => void
}) {
  const heading = text || `Columna ${key.replace('#', '')}, sin encabezado`
  return (
    <label className="grid items-center gap-x-4 gap-y-2 p-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">
          {heading}
          {asked && (
            <span className="ml-2 whitespace-nowrap font-normal text-brand text-sm">Por confirmar</span>
          )}
        </span>
        <span className="wrap-anywhere line-clamp-2 text-sm text-soft">
          {samples.length > 0 ? samples.join(' · ') : 'Sin valores'}
        </span>
      </span>
      <select
        aria-label={`Dato de la columna ${heading}`}
        value={field}
        aria-invalid={(field !== '' && doubled.includes(field)) || undefined}
        onChange={({ target }) => onChange(target.value as Field | '')}
        className={`control ${field === '' ? 'text-soft' : 'font-semibold'}`}
      >
        <option value="">{none}</option>
        <Options of={Object.fromEntries(fields)} />
      </select>
    </label>
  )
}
