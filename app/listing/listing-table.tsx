import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { showServerFailure } from '../backoffice/server-failure.ts'
import { type Column, DataTable, type TableBreakpoint } from '../ui/data-table.tsx'
import { ListFailure } from '../ui/list-failure.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { useListingUrl } from './listing-url.ts'
import { LISTING, type Listing, type ListingNames } from './load-listing.ts'

/**
 * A list of the back office: its title, search and buttons, its rows, its pages. `listing` undefined draws the loading state;
 * a list that could not be had says so in its place, with a way to try again.
 */
export function ListingTable<Row>({
  title,
  level: Title = 'h1',
  search,
  listing,
  names = LISTING,
  columns,
  rowKey,
  empty,
  actions,
  filters,
  tableFrom,
}: {
  title: string
  level?: 'h1' | 'h2'
  /** The search box's words. */
  search: string
  listing: Listing<Row> | undefined
  names?: ListingNames
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: string
  actions?: React.ReactNode
  filters?: React.ReactNode
  tableFrom?: TableBreakpoint
}) {
  const go = useListingUrl(names)
  const { pathname } = useLocation()
  const next = useNavigation().location
  // What is typed or opened before the list is there would go with the loading state.
  const loading = listing === undefined
  const going = listing !== undefined && next?.pathname === pathname
  return (
    <section aria-label={title} className={`min-w-0 transition-opacity ${going ? 'opacity-60' : ''}`}>
      <DataTable
        label={title}
        columns={columns}
        rows={listing?.rows}
        rowKey={rowKey}
        tableFrom={tableFrom}
        empty={listing?.failure ? <ListFailure text={listing.failure} /> : empty}
        toolbar={
          <>
            <div className="flex w-full flex-wrap items-center justify-between gap-3">
              <Title className={Title === 'h1' ? 'text-xl' : 'text-lg'}>{title}</Title>
              {actions && (
                <div
                  inert={loading}
                  className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
                >
                  {actions}
                </div>
              )}
            </div>
            <div className="flex w-full flex-wrap items-end gap-3">
              <SearchBox
                label={search}
                value={listing?.search ?? ''}
                disabled={loading}
                onSearch={(text) => go({ [names.search]: text })}
                className="w-full sm:w-auto sm:max-w-72 sm:flex-1 sm:basis-48"
              />
              {filters && (
                <div inert={loading} className="contents">
                  {filters}
                </div>
              )}
              {listing && !listing.failure && <Total total={listing.total} />}
            </div>
          </>
        }
        page={listing?.page}
        pages={listing?.pages}
        onPage={(page) => go({ [names.page]: page })}
      />
    </section>
  )
}

/** How many rows there are: said aloud when a search or a filter changes it. */
function Total({ total }: { total: number }) {
  return (
    <p role="status" className="ml-auto self-center text-sm text-soft tabular-nums">
      {total === 1 ? '1 resultado' : `${total.toLocaleString('es-CL')} resultados`}
    </p>
  )
}

/** The dialog of the lists for which spec §8 has one: once for each time that one of them could not be had. */
export function useFailureNotice(...listings: readonly { failure: string | null }[]) {
  const failed = listings.find(({ failure }) => failure)
  useEffect(() => {
    if (failed) void showServerFailure()
  }, [failed])
}
