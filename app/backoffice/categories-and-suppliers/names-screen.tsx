import { useState } from 'react'
import { Link } from 'react-router'
import type { MergedName, NameKind } from '#contract/merged-names.ts'
import { today } from '#contract/store-day.ts'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { EditButton, ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns, TableBreakpoint } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MergedNames, MergeForm, type NamedRow } from './name-forms.tsx'

/** The texts of the categories' or suppliers' screen; the downloaded file's name begins with `fileName`. */
type Words = Record<'title' | 'search' | 'empty' | 'addFirst' | 'add' | 'download' | 'fileName', string> &
  Record<'newTitle' | 'editTitle' | 'mergeTitle', string>

/** The rows of a list of names, and its latest merges. */
export type Names<Row> = { listing: Listing<Row>; merges: readonly MergedName[] }

/** Loads a page of names by `read`, and the merges that can be undone; the list does without them. */
export async function loadNames<Row>(
  request: Request,
  kind: NameKind,
  read: Parameters<typeof loadListing<Row>>[1],
): Promise<Names<Row>> {
  const [listing, merges] = await Promise.all([
    loadListing(request, read),
    browserApi.listMerges({ query: { kind }, signal: request.signal }).then(
      ({ data }) => data,
      () => [],
    ),
  ])
  return { listing, merges }
}

/** The open modal: the form of a new or an edited row, or the form that merges a row into another one. */
type Opened<Row> = { as: 'new' } | { as: 'edit' | 'merge'; row: Row }

/** The list of categories or of suppliers, with the modals of its form and of merging. */
export function NamesScreen<Row extends NamedRow>({
  words,
  kind,
  names: { listing, merges = [] } = {},
  columns,
  tableFrom,
  exportAll,
  loadAll,
  Form,
}: {
  words: Words
  kind: NameKind
  names: Partial<Names<Row>> | undefined
  columns: Columns<Row>
  tableFrom?: TableBreakpoint
  exportAll: () => Promise<Blob>
  /** All rows, to merge with. */
  loadAll: () => Promise<{ name: string }[]>
  Form: (props: { row?: Row }) => React.ReactNode
}) {
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const add = () => setOpened({ as: 'new' })
  return (
    <>
      <ListingTable
        title={words.title}
        listing={listing}
        columns={{
          ...columns,
          actions: {
            header: 'Acciones',
            bare: true,
            className: 'as-table:w-52',
            cell: (row) => (
              <span className="flex flex-wrap gap-2">
                <EditButton of={row.name} onClick={() => setOpened({ as: 'edit', row })} />
                <Button look="secondary" small onClick={() => setOpened({ as: 'merge', row })}>
                  Unir<span className="sr-only"> {row.name} con otro nombre</span>
                </Button>
              </span>
            ),
          },
        }}
        empty={words.empty}
        next={
          <Button icon="plus" onClick={add}>
            {words.addFirst}
          </Button>
        }
        below={<MergedNames merges={merges} />}
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
          <Button icon="plus" className="max-sm:col-span-full" onClick={add}>
            {words.add}
          </Button>
        </ListingHead>
        <ListingSearch label={words.search} />
      </ListingTable>
      <FormModal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? words[`${opened.as}Title`] : ''}
        draft={kind}
        onDraft={({ row }) => setOpened(row ? { as: 'edit', row: row as Row } : { as: 'new' })}
      >
        {opened?.as === 'new' && <Form />}
        {opened?.as === 'edit' && <Form row={opened.row} />}
        {opened?.as === 'merge' && (
          <MergeForm
            kind={kind}
            row={opened.row}
            loadNames={async () => (await loadAll()).map(({ name }) => name)}
          />
        )}
      </FormModal>
    </>
  )
}

/** The number of products of a category or supplier, as a link to these products. */
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
    <span className={`flex w-fit items-baseline gap-1.5 ${active ? 'text-brand' : 'text-coral'}`}>
      <Icon name={active ? 'check' : 'cross'} className="size-5 self-center" />
      <span className="text-sm">{active ? 'Activo' : 'Inactivo'}</span>
    </span>
  )
}
