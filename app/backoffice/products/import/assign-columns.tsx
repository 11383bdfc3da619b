import { useEffect, useRef } from 'react'
import type { SheetColumn, UnknownColumns } from '#contract/import-report.ts'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import { Icon } from '../../../ui/icons.tsx'
import { type Assignment, doubledFields, missingForNew, openQuestions } from './column-assignment.ts'
import { headerOf } from './import-values.ts'

/** A select for each column of a workbook whose headings weren't all understood. */
export function AssignColumns({
  unknown,
  assignment,
  disabled,
  onChange,
}: {
  unknown: UnknownColumns
  assignment: Assignment
  disabled: boolean
  onChange: (assignment: Assignment) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (unknown) heading.current?.focus()
  }, [unknown])
  const doubled = doubledFields(unknown.sheets, assignment)
  const questions = openQuestions(unknown, assignment)
  const forNew = missingForNew(unknown, assignment)
  const asked = unknown.sheets.some(({ columns }) => columns.some((column) => column.asked))
  return (
    <section aria-labelledby="asignar" className="grid gap-3 border-line border-t pt-4">
      <div>
        <h3 ref={heading} id="asignar" tabIndex={-1} className="text-lg outline-none">
          Asignar columnas
        </h3>
        <p className="text-soft">
          {asked
            ? 'Revisa las columnas por confirmar: proponemos lo más probable. Recordaremos tu elección para la próxima planilla.'
            : 'Elige qué dato trae cada columna. Recordaremos estas columnas para la próxima planilla.'}
        </p>
      </div>
      {(unknown.questions.length > 0 || forNew.length > 0) && (
        <ul className="grid gap-1">
          {unknown.questions.map((question) => (
            <Note key={question}>{question}</Note>
          ))}
          {forNew.length > 0 && (
            <Note>
              Sin {forNew.join(' ni ')} se actualizan los productos que ya existen, y no se crean nuevos.
            </Note>
          )}
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
      {unknown.sheets.map(({ name, columns }) => (
        <fieldset key={name} disabled={disabled} className="min-w-0">
          <legend className={unknown.sheets.length > 1 ? 'mb-2 font-semibold' : 'sr-only'}>
            Hoja {name}
          </legend>
          <ul className="overflow-clip rounded-lg border border-line">
            {askedFirst(columns).map((column) => (
              <li
                key={column.key}
                className={`border-line border-t first:border-t-0 ${column.asked ? 'bg-mint' : ''}`}
              >
                <ColumnSelect
                  column={column}
                  field={assignment.get(column.key) ?? ''}
                  doubled={doubled}
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
const askedFirst = (columns: readonly SheetColumn[]) => [
  ...columns.filter(({ asked }) => asked),
  ...columns.filter(({ asked }) => !asked),
]

const Note = ({ children }: { children: React.ReactNode }) => (
  <li className="flex items-start gap-2">
    <Icon name="info" className="mt-0.5 size-5 text-brand" />
    <span className="wrap-anywhere min-w-0">{children}</span>
  </li>
)

function ColumnSelect({
  column: { key, heading: text, samples, asked },
  field,
  doubled,
  onChange,
}: {
  column: SheetColumn
  field: ProductField | ''
  /** The fields that several columns have. */
  doubled: readonly ProductField[]
  onChange: (field: ProductField | '') => void
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
        onChange={({ target }) => onChange(target.value as ProductField | '')}
        className={`control ${field === '' ? 'text-soft' : 'font-semibold'}`}
      >
        <option value="">No importar</option>
        {productFieldNames.map((name) => (
          <option key={name} value={name}>
            {headerOf(name)}
          </option>
        ))}
      </select>
    </label>
  )
}
