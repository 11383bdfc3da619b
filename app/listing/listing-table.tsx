import { createContext, useContext, useEffect } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type PageSize } from '#domain/page-size.ts'
import { counted } from '#domain/price.ts'
import { showServerFailure } from '../api/server-failure.ts'
import { Button } from '../ui/button.tsx'
import { type Columns, DataTable, type TableBreakpoint } from '../ui/data-table.tsx'
import { type OptionNames, Options } from '../ui/field.tsx'
import { ListFailure } from '../ui/list-failure.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { rememberList } from './back-link.tsx'
import { type List, type Listing, listKey, PLAIN, useList } from './listing.ts'
import { changePreferences, usePreferences } from './preferences.ts'
import { SavedViews } from './saved-views.tsx'

/** The list to which the parts around its rows belong. */
const ListingContext = createContext<{
  title: string
  list: List
  listing: Listing<unknown> | undefined
}>({ title: '', list: PLAIN, listing: undefined })

/**
 * The rows and pages of a list. `listing` undefined draws the loading state. A list that could not be loaded shows the failure in
 * place of its rows, with a button to try again. The `children` stand above the rows: {@link ListingHead}, {@link ListingLead},
 * {@link ListingSearch}.
 */
export function ListingTable<Row extends { _id: string }>({
  title,
  list = PLAIN,
  listing,
  columns,
  empty,
  next,
  below,
  tableFrom,
  onRow,
  card,
  children,
}: {
  /** Its accessible name. */
  title: string
  list?: List
  listing: Listing<Row> | undefined
  columns: Columns<Row>
  /** Shown when the list has no rows. */
  empty: string
  /** The next step from a list that has no rows at all, such as a button that adds one. */
  next?: React.ReactNode
  /** Content below the rows, such as a bar that sticks to the bottom of the window. */
  below?: React.ReactNode
  tableFrom?: TableBreakpoint
  /** A press on a row ({@link DataTable}). */
  onRow?: (row: Row) => void
  /** Classes of a row as a card ({@link DataTable}). */
  card?: string | undefined
  children: React.ReactNode
}) {
  const { state, set, narrowed, clear } = useList(list)
  const { density } = usePreferences()
  const location = useLocation()
  const { pathname } = location
  const coming = useNavigation().location
  const reloading = listing !== undefined && coming?.pathname === pathname
  useEffect(() => rememberList(location), [location])
  return (
    <ListingContext value={{ title, list, listing }}>
      <section aria-label={title} className={`min-w-0 transition-opacity ${reloading ? 'opacity-60' : ''}`}>
        <DataTable
          label={title}
          columns={columns}
          rows={listing?.rows}
          rowKey={({ _id }) => _id}
          tableFrom={tableFrom}
          onRow={onRow}
          card={card}
          empty={
            listing?.failure ? (
              <ListFailure text={listing.failure} />
            ) : (
              <span className="grid justify-items-center gap-4">
                {empty}
                {narrowed ? (
                  <Button look="secondary" onClick={clear}>
                    Limpiar filtros
                  </Button>
                ) : (
                  next
                )}
              </span>
            )
          }
          toolbar={children}
          pagination={
            listing && (
              <Pagination
                page={Math.min(state.page ?? 1, listing.pages)}
                pages={listing.pages}
                onPage={(page) => set({ page })}
                label={`Páginas de ${title}`}
              />
            )
          }
        />
        {pathname.startsWith(href('/dashboard')) && listing && listing.total > DEFAULT_PAGE_SIZE && (
          <div className="mt-3 flex flex-wrap justify-end gap-x-6 gap-y-2 max-sm:justify-center">
            {/* How close the rows are, on all screens. */}
            <span className="as-card:hidden">
              <FootSelect
                text="Vista"
                value={density ?? (matchMedia('(pointer: fine)').matches ? 'compact' : 'comfortable')}
                // A failure leaves the rows as they were.
                onChange={({ target }) =>
                  changePreferences({ change: 'density', density: target.value as Density }).catch(
                    () => undefined,
                  )
                }
                options={DENSITIES}
              />
            </span>
            <FootSelect
              text="Filas por página"
              aria-label={`Filas por página de ${title}`}
              value={state.pageSize ?? listing.pageSize}
              onChange={({ target }) => {
                const pageSize = Number(target.value) as PageSize
                set({ pageSize })
                // A failure is silent: the URL has the page size.
                changePreferences({ change: 'page-size', list: listKey(pathname, list), pageSize }).catch(
                  () => undefined,
                )
              }}
              options={PAGE_SIZES.map(String)}
            />
          </div>
        )}
        {below}
      </section>
    </ListingContext>
  )
}

/** The list's title, and beside it the actions on the whole list. */
export function ListingHead({ level = 'h1', children }: { level?: 'h1' | 'h2'; children?: React.ReactNode }) {
  const { listing } = useContext(ListingContext)
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <ListingTitle level={level} />
      {children && (
        <div
          inert={!listing}
          className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 large-type:max-sm:grid-cols-1 max-sm:*:only:col-span-full max-sm:[&_.button]:px-3 max-sm:[&_.button]:text-sm"
        >
          {children}
        </div>
      )}
    </div>
  )
}

export function ListingTitle({ level: Title }: { level: 'h1' | 'h2' }) {
  const { title } = useContext(ListingContext)
  return <Title className={Title === 'h1' ? 'text-xl' : 'text-lg'}>{title}</Title>
}

/** Content between a list's title and its search box, such as chips of filters. */
export function ListingLead({ children }: { children: React.ReactNode }) {
  const { listing } = useContext(ListingContext)
  return (
    <div inert={!listing} className="grid w-full gap-4">
      {children}
    </div>
  )
}

/** The search, the filters, the number of results, and the person's saved views. */
export function ListingSearch({
  label,
  children,
}: {
  /** Absent where {@link ListingSearchBox} stands elsewhere. */
  label?: string
  children?: React.ReactNode
}) {
  const { title, list, listing } = useContext(ListingContext)
  const { pathname } = useLocation()
  return (
    <div className={`flex w-full flex-wrap gap-3 max-sm:gap-2 ${label ? 'items-center' : 'items-end'}`}>
      {label && (
        <ListingSearchBox label={label} className="w-full sm:w-auto sm:max-w-72 sm:flex-1 sm:basis-48" />
      )}
      {children && (
        <div inert={!listing} className="contents">
          {children}
        </div>
      )}
      {listing && list.views && pathname.startsWith(href('/dashboard')) && (
        <SavedViews list={pathname} title={title} quiet={!label} />
      )}
      {/* Announced to screen readers when a search or a filter changes it. */}
      {listing && !listing.failure && (
        <p
          role="status"
          className={`ml-auto self-center text-sm text-soft tabular-nums ${label ? '' : 'max-sm:sr-only'}`}
        >
          {listing.more && 'Más de '}
          {counted(listing.total, 'resultado', 'resultados')}
        </p>
      )}
    </div>
  )
}

/** The search box alone, disabled until the list has loaded: the loading state is replaced then, and typed text would be lost. */
export function ListingSearchBox({ label, className }: { label: string; className: string }) {
  const { list, listing } = useContext(ListingContext)
  const { state, set } = useList(list)
  return (
    <SearchBox
      label={label}
      value={listing ? (state.search ?? '') : ''}
      disabled={!listing}
      onSearch={(search) => set({ search: search || undefined })}
      className={className}
    />
  )
}

/** Opens the modal that edits a row. `of` is the row's name, for screen readers. */
export function EditButton({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <Button look="secondary" small icon="edit" onClick={onClick}>
      Editar<span className="sr-only"> {of}</span>
    </Button>
  )
}

/** Opens the failure dialog that the specification asks for on the lists of people and of products, once per failed load. */
export function useFailureDialog(...listings: readonly ({ failure: string | null } | undefined)[]) {
  const failed = listings.find((listing) => listing?.failure)
  useEffect(() => {
    if (failed) void showServerFailure()
  }, [failed])
}

const DENSITIES = { compact: 'Compacta', comfortable: 'Cómoda' } as const
type Density = keyof typeof DENSITIES

/** A select below the rows. */
const FootSelect = ({
  text,
  options,
  ...select
}: React.ComponentProps<'select'> & { text: string; options: OptionNames }) => (
  <label className="flex items-center gap-2 text-sm text-soft">
    {text}
    <select {...select} className="control min-h-10 w-fit min-w-20 py-1 pr-1 pl-2.5 tabular-nums">
      <Options of={options} />
    </select>
  </label>
)
