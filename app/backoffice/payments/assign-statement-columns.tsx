import { useEffect, useRef } from 'react'
import { STATEMENT_FIELDS, type StatementColumns, type StatementField } from '#contract/payments.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Assignment, FIELD_NAMES, openQuestions } from './statement-assignment.ts'

/** A select for each column of a statement whose layout isn't known, with samples and what was understood. */
export function AssignStatementColumns({
  unknown,
  assignment,
  disabled,
  onChange,
}: {
  unknown: StatementColumns
  assignment: Assignment
  disabled: boolean
  onChange: (assignment: Assignment) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (unknown) heading.current?.focus()
  }, [unknown])
  const fields = [...assignment.values()].filter((field) => field !== '')
  const doubled = new Set<string>(fields.filter((field, at) => fields.indexOf(field) !== at))
  return (
    <section aria-labelledby="asignar" className="grid gap-3 border-line border-t pt-4">
      <div>
        <h3 ref={heading} id="asignar" tabIndex={-1} className="text-lg outline-none">
          ¿Qué trae cada columna?
        </h3>
        <p className="text-soft">
          No conocemos este formato. Revisa lo que proponemos: lo recordaremos para la próxima cartola igual.
        </p>
      </div>
      <ul aria-live="polite" className="grid gap-1 text-coral empty:hidden">
        {openQuestions(assignment).map((question) => (
          <li key={question} className="flex items-start gap-2">
            <Icon name="warning" className="mt-0.5 size-5" />
            {question}
          </li>
        ))}
      </ul>
      <fieldset disabled={disabled} className="min-w-0">
        <legend className="sr-only">Columnas de la cartola</legend>
        <ul className="overflow-clip rounded-lg border border-line">
          {unknown.columns.map(({ key, heading, samples }) => (
            <li key={key} className="border-line border-t first:border-t-0">
              <ColumnSelect
                heading={heading || `Columna ${key.replace('#', '')}, sin encabezado`}
                samples={samples}
                field={assignment.get(key) ?? ''}
                isDoubled={doubled.has(assignment.get(key) ?? '')}
                onChange={(field) => onChange(new Map(assignment).set(key, field))}
              />
            </li>
          ))}
        </ul>
      </fieldset>
    </section>
  )
}

function ColumnSelect({
  heading,
  samples,
  field,
  isDoubled,
  onChange,
}: {
  heading: string
  samples: readonly string[]
  field: StatementField | ''
  isDoubled: boolean
  onChange: (field: StatementField | '') => void
}) {
  return (
    <label className="grid items-center gap-x-4 gap-y-2 p-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{heading}</span>
        <span className="wrap-anywhere line-clamp-2 text-sm text-soft">
          {samples.length > 0 ? samples.join(' · ') : 'Sin valores'}
        </span>
      </span>
      <select
        aria-label={`Dato de la columna ${heading}`}
        value={field}
        aria-invalid={isDoubled || undefined}
        onChange={({ target }) => onChange(target.value as StatementField | '')}
        className={`control ${field === '' ? 'text-soft' : 'font-semibold'}`}
      >
        <option value="">No se usa</option>
        {STATEMENT_FIELDS.map((name) => (
          <option key={name} value={name}>
            {FIELD_NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
