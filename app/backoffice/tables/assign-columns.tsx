import { useEffect, useRef } from 'react'
import type { TableColumn } from '#contract/table-columns.ts'
import { Options } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'

/** The field of each column by the column's key; empty for a column that isn't used. */
export type Assignment<Field extends string> = ReadonlyMap<string, Field | ''>

export type Sheets<Field extends string> = readonly {
  name: string
  columns: readonly TableColumn<Field>[]
}[]

/** The field of each column: the person's earlier choice for the same column, else the field that the server recognised. */
export const assignmentOf = <Field extends string>(
  sheets: Sheets<Field>,
  chosen: Assignment<Field> = new Map(),
): Assignment<Field> =>
  new Map(sheets.flatMap(({ columns }) => columns.map(({ key, field }) => [key, chosen.get(key) ?? field])))

/** A select for each column of a file whose headings weren't all understood. */
export function AssignColumns<Field extends string>({
  upload: { sending, assign },
  sheets,
  assignment,
  fields,
  none,
  title,
  text,
  notes = [],
  open,
}: {
  /** The form, of `useTableUpload`. */
  upload: { sending: boolean; assign: (assignment: Assignment<Field>) => void }
  sheets: Sheets<Field>
  assignment: Assignment<Field>
  /** The names of the fields to choose from. */
  fields: Readonly<Record<Field, string>>
  /** The name of a column that isn't used. */
  none: string
  title: string
  text: string
  /** Consequences of the assignment, such as that stock alone will change. */
  notes?: readonly string[]
  /** Decisions that are still open, in words, besides fields that several columns have. */
  open: readonly string[]
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sheets) heading.current?.focus()
  }, [sheets])
  /** The fields that several columns of one sheet have. */
  const doubled = new Set(
    sheets.flatMap(({ columns }) => {
      const chosen = columns.flatMap(({ key }) => assignment.get(key) || [])
      return chosen.filter((field, at) => chosen.indexOf(field) !== at)
    }),
  )
  const questions = [
    ...[...doubled].map((field) => `Varias columnas dicen traer ${fields[field]}: deja solo una.`),
    ...open,
  ]
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
        {questions.map((question) => (
          <li key={question} className="flex items-start gap-2">
            <Icon name="warning" className="mt-0.5 size-5" />
            {question}
          </li>
        ))}
      </ul>
      {sheets.map(({ name, columns }) => (
        <fieldset key={name} disabled={sending} className="min-w-0">
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
                        aria-invalid={(field !== '' && doubled.has(field)) || undefined}
                        onChange={({ target }) =>
                          assign(new Map(assignment).set(key, target.value as Field | ''))
                        }
                        className={`control ${field === '' ? 'text-soft' : 'font-semibold'}`}
                      >
                        <option value="">{none}</option>
                        <Options of={fields} />
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
