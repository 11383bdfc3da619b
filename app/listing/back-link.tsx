import { Link, useLocation, useNavigate } from 'react-router'
import { useHydrated } from '../browser/external-store.ts'
import { Icon } from '../ui/icons.tsx'

/** The router state of a link from a list to one of its rows, for the way back. */
export const FROM_LIST = 'from-list'

const key = (list: string) => `lista ${list}`

/**
 * Remembers in the tab how a list was last shown, for the links back to the list.
 *
 * @param list the list's path; the shop has two paths and is remembered under one
 */
export const rememberList = (
  { pathname, search }: { pathname: string; search: string },
  list: string = pathname,
) => sessionStorage.setItem(key(list), pathname + search)

/** The URL of a list as it was last shown in this tab, otherwise its path. */
function lastList(list: string, paths: readonly string[]): string {
  const url = sessionStorage.getItem(key(list)) ?? ''
  return paths.includes(url.split('?')[0] ?? '') ? url : list
}

/**
 * A link back to a list with its last search, filters and page. For a person who came from the list, the link goes back in the
 * history, which also restores the scroll position.
 */
export function BackLink({
  to,
  paths = [to],
  className = 'min-h-9 hover:underline',
  children = 'Volver',
}: {
  to: string
  /** Where the list can be; by default only at `to`. */
  paths?: readonly string[]
  className?: string
  children?: string
}) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const cameFromList = useLocation().state === FROM_LIST
  return (
    <Link
      to={hydrated ? lastList(to, paths) : to}
      onClick={(event) => {
        if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(-1)
      }}
      className={`inline-flex items-center gap-1 font-semibold text-brand ${className}`}
    >
      <Icon name="chevron-left" className="size-5" />
      {children}
    </Link>
  )
}
