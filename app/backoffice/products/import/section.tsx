import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import type { importCalls } from '#contract/imports.ts'
import { browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Checkbox, FieldError } from '../../../ui/field.tsx'
import { isTicked, usePreviewing, withValue } from './preview-choices.ts'

/** A section of an import's page, with its heading. */
export function Section({
  title,
  text,
  children,
}: {
  title: string
  text?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <div>
        <h2 className="text-lg">{title}</h2>
        {text && <p className="max-w-prose text-soft">{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** The first rows, with a button for more: a file may have thousands, and drawing all of them would freeze the page. */
export function Limited<Row>({
  rows,
  first = 10,
  more = 100,
  children,
}: {
  rows: readonly Row[]
  first?: number | undefined
  /** Rows added by each press of the button. */
  more?: number
  children: (shown: readonly Row[]) => React.ReactNode
}) {
  const [shown, setShown] = useState(first)
  return (
    <div className="grid gap-3">
      {children(rows.slice(0, shown))}
      {rows.length > shown && (
        <Button look="quiet" small onClick={() => setShown(shown + more)} className="justify-self-start">
          Mostrar más (quedan {(rows.length - shown).toLocaleString('es-CL')})
        </Button>
      )}
    </div>
  )
}

type Table<Row> = Pick<React.ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'rowKey'>

/** The first rows as a table. */
export const LimitedTable = <Row,>({
  rows,
  first,
  empty = '',
  ...table
}: Table<Row> & { rows: readonly Row[]; first?: number; empty?: string }) => (
  <Limited rows={rows} first={first}>
    {(shown) => <DataTable {...table} rows={shown} empty={empty} />}
  </Limited>
)

/** The first rows as a card with a line for each. */
export const LimitedCard = <Row,>({
  rows,
  rowKey,
  className,
  children,
}: {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className: string
  children: (row: Row) => React.ReactNode
}) => (
  <Limited rows={rows}>
    {(shown) => (
      <ul className="card divide-y divide-line">
        {shown.map((row) => (
          <li key={rowKey(row)} className={className}>
            {children(row)}
          </li>
        ))}
      </ul>
    )}
  </Limited>
)

/** Buttons that give all rows one answer. */
export const ForAll = ({
  legend,
  disabled,
  answers,
}: {
  legend: string
  disabled: boolean
  answers: Record<string, () => void>
}) => (
  <fieldset disabled={disabled} className="flex flex-wrap gap-3">
    <legend className="sr-only">{legend}</legend>
    {Object.entries(answers).map(([answer, onClick]) => (
      <Button key={answer} look="secondary" small onClick={onClick}>
        {answer}
      </Button>
    ))}
  </fieldset>
)

export type Option<Value> = { value: Value; title: string; about?: React.ReactNode }

/** Radio buttons as cards, each with a description of the choice. */
export function RadioCards<Value extends string | number | boolean>({
  options,
  value,
  required = false,
  onChoose,
}: {
  options: readonly Option<Value>[]
  value: Value | null
  required?: boolean
  onChoose: (value: Value) => void
}) {
  const name = useId()
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {options.map(({ value: option, title, about }) => (
        <label
          key={String(option)}
          className="flex min-w-0 cursor-pointer items-start gap-3 rounded-lg border border-edge bg-paper p-3 has-checked:border-brand has-checked:bg-mint"
        >
          <input
            type="radio"
            name={name}
            required={required}
            checked={value === option}
            onChange={() => onChoose(option)}
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{title}</span>
            {about}
          </span>
        </label>
      ))}
    </div>
  )
}

/** A line that describes a choice. */
export const About = ({ children }: { children: React.ReactNode }) => (
  <span className="wrap-anywhere block text-sm text-soft">{children}</span>
)

/** A checkbox for a choice about some rows or names. */
export function Tick({
  of,
  keys,
  ...labels
}: {
  of: 'categories' | 'laboratories' | 'skipped' | 'trusted'
  keys: readonly string[]
  label: string
  'aria-label'?: string
}) {
  const { choices, disabled, choose } = usePreviewing()
  return (
    <Checkbox
      {...labels}
      checked={keys.every((key) => isTicked(choices[of], key))}
      disabled={disabled}
      onChange={({ target }) => choose({ [of]: withValue(choices[of], keys, target.checked) })}
    />
  )
}

/** A choice after which the server plans the preview again. */
export function PlanChoice({
  label,
  checked,
  bodyOf,
}: {
  label: string
  checked: boolean
  bodyOf: (checked: boolean) => CallInput<typeof importCalls.replanImport>['body']
}) {
  const { report, disabled } = usePreviewing()
  const { revalidate } = useRevalidator()
  const { run, working, choice, failure } = useAction(async (checked: boolean) => {
    await browserApi.replanImport({ params: { id: report._id }, body: bodyOf(checked) })
    await revalidate()
  })
  return (
    <div>
      <Checkbox
        label={label}
        checked={choice ?? checked}
        disabled={disabled || working}
        onChange={({ target }) => run(target.checked)}
      />
      <FieldError error={failure} />
    </div>
  )
}
