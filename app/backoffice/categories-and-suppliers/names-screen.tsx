import { useState } from 'react'
import { Link } from 'react-router'
import { today } from '#contract/store-day.ts'
import { formatWhole } from '#domain/price.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import type { UnsavedDraft } from '../../forms/draft.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import type { Listing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns, TableBreakpoint } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icons.tsx'

/** The texts of the categories' or suppliers' screen. */
type Words = {
  title: string
  search: string
  empty: string
  /** The text of the button in an empty list. */
  addFirst: string
  add: string
  download: string
  /** The beginning of the downloaded file's name. */
  fileName: string
  newTitle: string
  editTitle: string
}

/** The list of categories or of suppliers, with the modals of its form. */
export function NamesScreen<Row extends { _id: string }>({
  words,
  draftOf,
  listing,
  columns,
  tableFrom,
  exportAll,
  Form,
}: {
  words: Words
  draftOf: UnsavedDraft['form']
  listing: Listing<Row> | undefined
  columns: (edit: (row: Row) => void) => Columns<Row>
  tableFrom?: TableBreakpoint
  exportAll: () => Promise<Blob>
  Form: (props: { row?: Row }) => React.ReactNode
}) {
  const [opened, setOpened] = useState<Row | 'new' | null>(null)
  return (
    <>
      <ListingTable
        title={words.title}
        listing={listing}
        columns={columns(setOpened)}
        empty={words.empty}
        next={
          <Button icon="plus" onClick={() => setOpened('new')}>
            {words.addFirst}
          </Button>
        }
        tableFrom={tableFrom}
      >
        <ListingHead>
          <DownloadButton
            load={exportAll}
            fileName={() => `${words.fileName}-${today()}.xlsx`}
            className="max-sm:col-span-full"
          >
            {words.download}
          </DownloadButton>
          <Button icon="plus" className="max-sm:col-span-full" onClick={() => setOpened('new')}>
            {words.add}
          </Button>
        </ListingHead>
        <ListingSearch label={words.search} />
      </ListingTable>
      <FormModal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened === 'new' ? words.newTitle : words.editTitle}
        draft={draftOf}
        onDraft={({ row }) => setOpened((row as Row | null) ?? 'new')}
      >
        {opened && (opened === 'new' ? <Form /> : <Form row={opened} />)}
      </FormModal>
    </>
  )
}

/** The number of products of a category or supplier, which leads to them. */
export function ProductCount({ of, count, to }: { of: string; count: number; to: string }) {
  if (count === 0) return 0
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center font-semibold text-brand tabular-nums underline underline-offset-4"
    >
      {formatWhole(count)}
      <span className="sr-only"> de {of}</span>
    </Link>
  )
}

/** A green check for active, a red cross for inactive. */
export function StatusMark({ active }: { active: boolean }) {
  return (
    <span className={`flex w-fit items-center gap-1.5 ${active ? 'text-brand' : 'text-coral'}`}>
      <Icon name={active ? 'check' : 'cross'} className="size-5" />
      <span className="text-sm">{active ? 'Activo' : 'Inactivo'}</span>
    </span>
  )
}
