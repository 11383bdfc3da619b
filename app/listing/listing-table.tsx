import { useEffect } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { DEFAULT_PAGE_SIZE } from '#domain/page-size.ts'
import { showServerFailure } from '../api/server-failure.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable, type TableBreakpoint } from '../ui/data-table.tsx'
import { ListFailure } from '../ui/list-failure.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { DensitySelect } from './density-select.tsx'
import { rememberList } from './last-list.ts'
import { useChosenParams, useListingUrl, useNarrowed } from './listing-url.ts'
import {
  LISTING,
  type Listing,
  type ListingNames,
  listKey,
  pageIn,
  pageSizeIn,
  searchIn,
} from './load-listing.ts'
import { PageSizeSelect } from './page-size-select.tsx'
import { changePreferences } from './preferences.ts'
import { SavedViews } from './saved-views.tsx'

/**
 * A list with its title, search, buttons and pages. `listing` undefined draws the loading state. A list that could not be
 * loaded shows why in place of its rows, with a button to try again.
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
  next,
  actions,
  lead,
  filters,
  bar,
  compact = false,
  tableFrom,
  onRow,
}: {
  title: string
  level?: 'h1' | 'h2'
  /** The label of the search box. */
  search: string
  listing: Listing<Row> | undefined
  names?: ListingNames
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Shown when the list has no rows. */
  empty: string
  /** The next step from a list that has no rows at all, such as a button that adds one. */
  next?: React.ReactNode
  actions?: React.ReactNode
  /** Stands between the title and the search. */
  lead?: React.ReactNode
  filters?: React.ReactNode
  /** Stands below the rows, and may stay in sight there. */
  bar?: React.ReactNode
  /** Title, filters and search in one row, without the number of results. */
  compact?: boolean
  tableFrom?: TableBreakpoint
  /** A press on a row ({@link DataTable}). */
  onRow?: (row: Row) => void
}) {
  const go = useListingUrl(names)
  const { narrowed, clear } = useNarrowed(names)
  const params = useChosenParams()
  const location = useLocation()
  const { pathname } = location
  const coming = useNavigation().location
  // The controls are off until the list is there: the loading state is replaced then, and typed text would be lost.
  const loading = listing === undefined
  const reloading = listing !== undefined && coming?.pathname === pathname
  const ofStaff = pathname.startsWith(href('/dashboard'))
  const key = listKey(pathname, names)
  // After loading only: the server renders private pages without their parameters, and hydration has to give the same.
  const views = ofStaff && names === LISTING && !loading && <SavedViews list={key} title={title} />
  useEffect(() => rememberList(location), [location])
  const heading = <Title className={Title === 'h1' ? 'text-xl' : 'text-lg'}>{title}</Title>
  const searchBox = (
    <SearchBox
      label={search}
      value={listing ? searchIn(params, names) : ''}
      disabled={loading}
      onSearch={(text) => go({ [names.search]: text })}
      className={compact ? 'w-full sm:w-72' : 'w-full sm:w-auto sm:max-w-72 sm:flex-1 sm:basis-48'}
    />
  )
  const filterControls = filters && (
    <div inert={loading} className="contents">
      {filters}
    </div>
  )
  return (
    <section aria-label={title} className={`min-w-0 transition-opacity ${reloading ? 'opacity-60' : ''}`}>
      <DataTable
        label={title}
        columns={columns}
        rows={listing?.rows}
        rowKey={rowKey}
        tableFrom={tableFrom}
        onRow={onRow}
        empty={
          listing?.failure ? (
            <ListFailure text={listing.failure} />
          ) : (
            <Empty text={empty}>
              {narrowed ? (
                <Button look="secondary" onClick={clear}>
                  Limpiar filtros
                </Button>
              ) : (
                next
              )}
            </Empty>
          )
        }
        toolbar={
          compact ? (
            <>
              {heading}
              {filterControls}
              {searchBox}
              {views}
            </>
          ) : (
            <>
              <div className="flex w-full flex-wrap items-center justify-between gap-3">
                {heading}
                {actions && (
                  <div
                    inert={loading}
                    className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 large-type:max-sm:grid-cols-1"
                  >
                    {actions}
                  </div>
                )}
              </div>
              {lead && (
                <div inert={loading} className="grid w-full gap-4">
                  {lead}
                </div>
              )}
              <div className="flex w-full flex-wrap items-end gap-3">
                {searchBox}
                {filterControls}
                {listing && !listing.failure && <Total {...listing} />}
              </div>
              {views}
            </>
          )
        }
        page={listing && Math.min(pageIn(params, names), listing.pages)}
        pages={listing?.pages}
        onPage={(page) => go({ [names.page]: page })}
      />
      {ofStaff && listing && listing.total > DEFAULT_PAGE_SIZE && (
        <div className="mt-3 flex flex-wrap justify-end gap-x-6 gap-y-2 max-sm:justify-center">
          <DensitySelect />
          <PageSizeSelect
            of={title}
            value={pageSizeIn(params, names) ?? listing.pageSize}
            onChange={(size) => {
              go({ [names.size]: size })
              // Not being able to remember it costs nothing now: the URL has it.
              changePreferences({ change: 'page-size', list: key, pageSize: size }).catch(() => undefined)
            }}
          />
        </div>
      )}
      {bar}
    </section>
  )
}

const Empty = ({ text, children }: { text: string; children: React.ReactNode }) => (
  <span className="grid justify-items-center gap-4">
    {text}
    {children}
  </span>
)

/** The number of rows, announced to screen readers when a search or a filter changes it. */
function Total({ total, more }: { total: number; more?: true }) {
  return (
    <p role="status" className="ml-auto self-center text-sm text-soft tabular-nums">
      {more && 'Más de '}
      {total === 1 ? '1 resultado' : `${total.toLocaleString('es-CL')} resultados`}
    </p>
  )
}

/** Opens the failure dialog once per failed load. Some lists have none (docs/product.md#silent-failures). */
export function useFailureDialog(...listings: readonly ({ failure: string | null } | undefined)[]) {
  const failed = listings.find((listing) => listing?.failure)
  useEffect(() => {
    if (failed) void showServerFailure()
  }, [failed])
}
