import { useEffect, useId, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FormModal } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import type { List, Listing } from '../../listing/listing.ts'
import { ListingHead, ListingLead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { CopyButton } from '../../orders/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { Checkbox, FieldError, InputField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'

/** The action that ends a connection, with the connection that it is ending. */
export type Ending<Row> = { run: (row: Row) => void; working: boolean; choice: Row | undefined }

/** A list of keys or webhooks, which are created in a modal and ended after a question. */
export function ConnectionList<Row extends { _id: string }>({
  title,
  text,
  empty,
  search,
  create,
  listing,
  list,
  columnsOf,
  end,
  question,
  children,
}: {
  title: string
  /** A sentence about the purpose of keys or webhooks. */
  text: string
  empty: string
  search: string
  /** The words of the button that opens the form, and the title of its modal. */
  create: string
  listing: Listing<Row> | undefined
  list: List
  columnsOf: (ending: Ending<Row>) => Columns<Row>
  end: (row: Row) => Promise<{ message: string }>
  question: (row: Row) => { title: string; text: string; confirm: string }
  /** The form that creates a connection. */
  children: React.ReactNode
}) {
  const table = useRef<HTMLDivElement>(null)
  const [creating, setCreating] = useState(false)
  const saved = useSaved()
  const ending = useAction<Row>(
    async (row) => {
      await saved('Listo!', (await end(row)).message)
      // The row with the pressed button is gone, or on another page.
      table.current?.focus({ preventScroll: true })
    },
    { ask: (row) => notice.confirm({ ...question(row), danger: true }) },
  )
  return (
    <div ref={table} tabIndex={-1} className="outline-none">
      <ListingTable
        title={title}
        listing={listing}
        list={list}
        columns={columnsOf(ending)}
        empty={empty}
        tableFrom="wide"
      >
        <ListingHead level="h2">
          <Button icon="plus" onClick={() => setCreating(true)} className="max-sm:col-span-full">
            {create}
          </Button>
        </ListingHead>
        <ListingLead>
          <p className="max-w-prose text-sm text-soft">{text}</p>
          <FieldError error={ending.failure} />
        </ListingLead>
        <ListingSearch label={search} />
      </ListingTable>
      <FormModal open={creating} onClose={() => setCreating(false)} title={create}>
        {creating && children}
      </FormModal>
    </div>
  )
}

/** Checkboxes with an explanation each, and their error. */
export function ChoiceList<Value extends string>({
  label,
  values,
  words,
  field: { error, ...input },
}: {
  label: string
  values: readonly Value[]
  words: Record<Value, { name: string; text: string }>
  field: UseFormRegisterReturn & { error: string | undefined }
}) {
  const errorId = useId()
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-semibold text-sm">{label}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          {...input}
          value={value}
          aria-invalid={error ? true : undefined}
          label={
            <>
              <span className="font-semibold">{words[value].name}</span>
              <span className="block text-sm text-soft">{words[value].text}</span>
            </>
          }
        />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

/** A new key or secret, which is never shown again, with the server's message. */
export function ShownOnce({
  message,
  label,
  value,
  hint,
}: {
  message: string
  label: string
  value: string
  hint: string
}) {
  const { close } = useFormModal()
  const field = useRef<HTMLInputElement>(null)
  // The form's button, which had the focus, is gone.
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {message}
      </p>
      <InputField
        label={label}
        value={value}
        hint={hint}
        readOnly
        autoComplete="off"
        spellCheck={false}
        ref={field}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <CopyButton label={label} value={value} words="Copiar" />
        <Button onClick={close}>Listo</Button>
      </div>
    </div>
  )
}
