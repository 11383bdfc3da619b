import { useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { TableColumn } from '#contract/table-columns.ts'
import type { Api, ApiError } from '../../api/client.ts'
import { useMounted } from '../../forms/in-modal.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { useAction } from '../../forms/use-action.ts'
import { Options } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
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

/** The codes of refusals caused by the file. After another failure, as of the network, the same file may be sent again. */
const OF_FILE: readonly ErrorCode[] = [
  ...(['BAD_INPUT', 'TOO_LARGE', 'WRONG_KIND', 'UNKNOWN_COLUMNS'] as const),
  ...(['STATEMENT_UNREADABLE', 'STATEMENT_COLUMNS'] as const),
]

/** The columns that a refusal asks for, and their assignment so far. */
type Asking<Field extends string, Asked> = { asked: Asked; assignment: Assignment<Field> } | null

type Sending<Action> = {
  file: File
  /** The parts to send, with the assigned columns; `send` adds the file. */
  parts: FormData
  api: Api
  action: Action | undefined
  /** Whether the form is still there. */
  mounted: React.RefObject<boolean>
}

/**
 * The form of a {@link TableUpload}. After a refusal that asks for columns, the next submit sends their assignment. Every failure
 * shows at the file's field.
 *
 * @param start the file and the columns that the form begins with; the columns stay when another file is chosen
 * @param problemOf why a file can't be sent, in words
 * @param sendsAtOnce whether a chosen file is sent without another press
 * @param askedBy the columns that a refusal asks for; `lookBelow` then replaces its message
 * @param send makes the call and its follow-up; `action` is the argument of the button's `submit`
 */
export function useTableUpload<
  Field extends string,
  Asked extends { sheets: Sheets<Field> },
  Action = undefined,
>({
  start,
  problemOf = () => undefined,
  sendsAtOnce = false,
  askedBy,
  lookBelow,
  send,
  onChosen,
  onRefused,
}: {
  start?: { file: File | null; asking: Asking<Field, Asked> }
  problemOf?: (file: File | null) => string | undefined
  sendsAtOnce?: boolean
  askedBy?: (refusal: ApiError) => Asked | undefined
  lookBelow?: string
  send: (sending: Sending<Action>) => Promise<unknown>
  onChosen?: () => void
  onRefused?: (refusal: ApiError) => void
}) {
  const [file, setFile] = useState(start?.file ?? null)
  const [asking, setAsking] = useState(start?.asking ?? null)
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<{ message: string | undefined; isOfFile: boolean }>()
  /** The fraction already sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const mounted = useMounted()
  const { run, choice } = useAction(
    async ({ file, asking, action }: { file: File; asking: Asking<Field, Asked>; action?: Action }) => {
      const parts = new FormData()
      if (asking) parts.append('columns', JSON.stringify(Object.fromEntries(asking.assignment)))
      setFailure(undefined)
      setSent(0)
      await send({ file, parts, api: uploadApi(setSent), action, mounted })
    },
    {
      dialog: async (message) => {
        if (!mounted.current) await notice.error(message)
      },
      onRefused: (refusal) => {
        const asked = askedBy?.(refusal)
        // At first no error at the file's field: the questions about the columns say what is missing.
        const message = asked ? (lookBelow ?? (asking ? refusal.message : undefined)) : refusal.message
        setFailure({ message, isOfFile: OF_FILE.includes(refusal.code) })
        if (asked)
          setAsking((now) => ({ asked, assignment: assignmentOf(asked, now?.assignment ?? new Map()) }))
        onRefused?.(refusal)
      },
    },
  )

  const sending = choice !== undefined

  function submit(action?: Action) {
    setChecked(true)
    if (file && !problemOf(file)) void run({ file, asking, action })
    else input.current?.focus()
  }

  return {
    ...{ submit, sending, sent: sending ? sent : null, asking, input, file },
    formProps: {
      noValidate: true,
      onSubmit: (event: React.FormEvent) => {
        event.preventDefault()
        submit()
      },
    },
    /** The argument of the `submit` that is running. */
    action: choice?.action,
    error: sending ? undefined : ((isChecked ? problemOf(file) : undefined) ?? failure?.message),
    /** Whether the same file may be sent again, as after a network failure. */
    isRepeatable: failure?.isOfFile === false,
    assign: (assignment: Assignment<Field>) => {
      setAsking((now) => now && { ...now, assignment })
      setFailure(undefined)
    },
    choose: (file: File | null) => {
      setFile(file)
      setChecked(true)
      setFailure(undefined)
      if (!start) setAsking(null)
      onChosen?.()
      if (file && sendsAtOnce) void run({ file, asking: null })
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
  'file' | 'choose' | 'input' | 'error' | 'sending' | 'sent' | 'assign'
>

/** The upload of a file with a table: the file, the columns to assign where they weren't understood, and the progress. */
export function TableUpload<Field extends string>({
  upload: { file: chosen, choose, input, error, sending, sent, assign },
  file,
  columns,
  reading,
  children,
}: {
  /** The form, of {@link useTableUpload}. */
  upload: UploadOf<Field>
  /** The file's field, with its texts before a choice; absent when the file is known already. */
  file?: Pick<React.ComponentProps<typeof FileField>, 'label' | 'accept' | 'prompt' | 'chosen'>
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
          {...file}
          {...(chosen && { prompt: 'Cambiar archivo', chosen: chosen.name })}
          ref={input}
          value={chosen}
          onChange={choose}
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
            {/* The columns to confirm, then the others, each in the order of the sheet. */}
            {columns
              .toSorted((a, b) => Number(b.asked) - Number(a.asked))
              .map(({ key, heading: text, samples, asked }) => {
                const field = assignment.get(key) ?? ''
                const heading = text || `Columna ${key.replace('#', '')}, sin encabezado`
                return (
                  <li key={key} className={`border-line border-t first:border-t-0 ${asked ? 'bg-mint' : ''}`}>
                    <label className="grid items-center gap-x-4 gap-y-2 p-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
                      <span className="min-w-0">
                        <span className="wrap-anywhere block font-semibold">
                          {heading}
                          {asked && (
                            <span className="ml-2 whitespace-nowrap font-normal text-brand text-sm">
                              Por confirmar
                            </span>
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
                        onChange={({ target }) =>
                          onChange(new Map(assignment).set(key, target.value as Field | ''))
                        }
                        className={`control ${field === '' ? 'text-soft' : 'font-semibold'}`}
                      >
                        <option value="">{none}</option>
                        <Options of={Object.fromEntries(fields)} />
                      </select>
                    </label>
                  </li>
                )
              })}
          </ul>
        </fieldset>
      ))}
    </section>
  )
}
