import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fold } from '#domain/text.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { SearchBox } from './search-box.tsx'

export const FIRST_SHOWN_NAMES = 10
const PAGE_SIZE = 50

type CountedName = { name: string; products?: number }
/** The names with most products, perhaps followed by the chosen ones, and the number of all names. */
export type NameList = { top: CountedName[]; total: number }
/** Reads a page of the names that contain `search`, or of all names, in alphabetical order. */
export type FindNames = (
  query: { search?: string; page: number; pageSize: number },
  signal?: AbortSignal,
) => Promise<CountedName[]>

/**
 * A long list of names to choose from: the ten with most products and the chosen names, then a search among all names and
 * "Ver más". A name that is chosen or was chosen keeps its place.
 *
 * @param label the names' heading, for screen readers
 * @param find the same function at every rendering
 * @param children a name's checkbox
 */
export function NameChoices({
  list,
  chosen,
  find,
  label,
  searchLabel,
  columns = '',
  children,
}: {
  list: NameList
  chosen: readonly string[]
  find: FindNames
  label: string
  searchLabel: string
  columns?: string
  children: (choice: CountedName, index: number) => React.ReactNode
}) {
  const [search, setSearch] = useState('')
  const found = useFound(find, search)
  const more = useMore(find)
  const isFound = search !== '' && found !== undefined
  // A name that is unticked keeps its place, and with it the focus, until the list is opened again.
  const [kept, setKept] = useState(chosen)
  const added = chosen.filter((name) => !kept.includes(name))
  if (added.length > 0) setKept([...kept, ...added])

  const counted = new Map(list.top.map((choice) => [choice.name, choice]))
  const first = isFound ? [] : list.top.slice(0, FIRST_SHOWN_NAMES)
  const others = isFound
    ? unique([...(found ?? []), ...named(kept)])
    : unique([...first, ...list.top.slice(FIRST_SHOWN_NAMES), ...more.names, ...named(kept)])
        .slice(first.length)
        .sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1))
  const rows = (choices: CountedName[], before: number) =>
    choices.map((choice, index) => (
      <Fragment key={choice.name}>{children(counted.get(choice.name) ?? choice, before + index)}</Fragment>
    ))
  const isLong = list.total > Math.min(list.top.length, FIRST_SHOWN_NAMES)

  // The focus goes to the first name that "Ver más" has added, since the button may be gone.
  const box = useRef<HTMLDivElement>(null)
  const lastPage = more.names.slice((more.pages - 1) * PAGE_SIZE)
  const place = others.findIndex(({ name }) => lastPage.some((added) => added.name === name))
  const focusAdded = useEffectEvent(() => box.current?.querySelectorAll('input')[place]?.focus())
  useEffect(() => {
    if (more.pages > 0) focusAdded()
  }, [more.pages])

  return (
    <>
      {isLong && (
        <SearchBox
          label={searchLabel}
          value={search}
          onSearch={setSearch}
          sendsForm={false}
          className="mb-1 noscript:hidden"
        />
      )}
      {first.length > 0 && <div className={columns}>{rows(first, 0)}</div>}
      {others.length > 0 && (
        <div ref={box} className={`${columns} ${isFound || more.pages > 0 ? SCROLL_CLASSES : ''}`}>
          {rows(others, first.length)}
        </div>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {isFound && found && matchCount(found.length)}
      </p>
      <FieldError
        error={
          (isFound && !found) || more.failed ? 'No se pudo cargar la lista. Intenta nuevamente.' : undefined
        }
      />
      {isLong && !isFound && (
        <div className="-ml-3 flex flex-wrap gap-x-1 noscript:hidden">
          {more.pages * PAGE_SIZE < list.total && (
            <Button look="quiet" small loading={more.loading} onClick={more.load}>
              Ver más<span className="sr-only"> {label}</span>
            </Button>
          )}
          {more.pages > 0 && (
            <Button look="quiet" small onClick={more.reset}>
              Ver menos<span className="sr-only"> {label}</span>
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Shows eight and a half rows, so that the list visibly continues; the margin leaves room for the checkboxes' focus rings. */
const SCROLL_CLASSES = '-mx-1.5 max-h-85 overflow-y-auto overscroll-contain px-1.5'

function matchCount(count: number) {
  if (count === 0) return 'No hay coincidencias.'
  return <span className="sr-only">{count === 1 ? '1 coincidencia' : `${count} coincidencias`}</span>
}

const named = (names: readonly string[]): CountedName[] => names.map((name) => ({ name }))

const unique = (choices: CountedName[]) =>
  choices.filter(({ name }, index) => choices.findIndex((other) => other.name === name) === index)

/** The names of the last search that was answered, null if it failed; undefined without a search. */
function useFound(find: FindNames, search: string) {
  const [found, setFound] = useState<CountedName[] | null>()
  useEffect(() => {
    if (!search) return setFound(undefined)
    const abort = new AbortController()
    find({ search, page: 1, pageSize: PAGE_SIZE }, abort.signal)
      .catch(() => null)
      .then((names) => abort.signal.aborted || setFound(names))
    return () => abort.abort()
  }, [find, search])
  return found
}

const NO_NAMES = { names: [] as CountedName[], pages: 0, loading: false, failed: false }

/** The names that "Ver más" has added so far. */
function useMore(find: FindNames) {
  const [more, setMore] = useState(NO_NAMES)
  async function load() {
    const page = more.pages + 1
    setMore({ ...more, loading: true, failed: false })
    try {
      const names = await find({ page, pageSize: PAGE_SIZE })
      setMore({ ...NO_NAMES, names: [...more.names, ...names], pages: page })
    } catch {
      setMore({ ...more, loading: false, failed: true })
    }
  }
  return { ...more, load, reset: () => setMore(NO_NAMES) }
}
