import { Link, useLocation, useNavigate } from 'react-router'
import { useHydrated } from '../browser/hydrated.ts'
import { Icon } from '../ui/icons.tsx'
import { FROM_LIST, lastList } from './last-list.ts'

/**
 * A link back to a list with its last search, filters and page. For a person who came from the list, the link goes back in the
 * history, which also restores the scroll position.
 */
export function BackLink({ to, children = 'Volver' }: { to: string; children?: string }) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const cameFromList = useLocation().state === FROM_LIST
  return (
    <Link
      to={hydrated ? lastList(to) : to}
      onClick={(event) => {
        if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(-1)
      }}
      className="inline-flex min-h-9 items-center gap-1 font-semibold text-brand hover:underline"
    >
      <Icon name="chevron-left" className="size-5" />
      {children}
    </Link>
  )
}
