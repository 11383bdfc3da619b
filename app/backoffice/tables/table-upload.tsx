import { useEffect, useRef } from 'react'
import type { TableColumn } from '#contract/table-columns.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** The field of each column by the column's key; empty for a column that isn't used. */
export type Assignment<Field extends string> = ReadonlyMap<string, Field | ''>

type Sheets<Field extends string> = readonly { name: string; columns: readonly TableColumn<Field>[] }[]

/** The fields that the server understood, and the choices made before for the same columns. */
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

type Columns<Field extends string> = {
  sheets: Sheets<Field>
  assignment: Assignment<Field>
  onChange: (assignment: Assignment<Field>) => void
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

/** The upload of a file with a table: the file, the columns to assign where they weren't understood, and the progress. */
export function TableUpload<Field extends string>({
  file,
  columns,
  sent,
  reading,
  disabled,
  children,
}: {
  /** The field of the file; absent when it is known already. */
  file?: React.ComponentProps<typeof FileField>
  columns?: Columns<Field> | undefined
  /** The fraction already sent, 0 to 1; null while nothing is sent. */
  sent: number | null
  /** The words shown after the upload, while the server reads the file. */
  reading: string
  disabled: boolean
  /** The choices below the file. */
  children?: React.ReactNode
}) {
  return (
    <>
      {file && <FileField {...file} preview={false} required disabled={disabled} />}
      {children}
      {columns && <AssignColumns {...columns} disabled={disabled} />}
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
}: Columns<Field> & { disabled: boolean }) {
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
        {fields.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
