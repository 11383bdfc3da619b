import { useEffect } from 'react'
import { href, Link, type MiddlewareFunction, Outlet, useNavigation } from 'react-router'
import { store } from '#store'
import { requireRole } from '../account/require-role.ts'
import { answerCodeQuestion, useCodeAsked } from '../account/second-factor/ask-code.ts'
import { loadPreferences, usePreferences } from '../listing/preferences.ts'
import { PageError } from '../pages/page-error.tsx'
import { useLeaveWithSession } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { CONTENT_ID, SkipLink } from '../ui/skip-link.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { rolesOf } from './menu.ts'
import { useOpenTasksFollower } from './open-tasks/follow-tasks.ts'
import { Sidebar } from './sidebar.tsx'

// The offer loads after the layout, because code that both layouts import is part of every page's first load.
const loadOffer = () => import('../forms/draft-offer.tsx').then(({ DraftOffer }) => DraftOffer)
const loadAskCode = () =>
  import('../account/second-factor/ask-code-modal.tsx').then(({ AskCodeModal }) => AskCodeModal)
const loadShortcuts = () => import('./shortcuts.tsx').then(({ Shortcuts }) => Shortcuts)

/** Redirects a person whose role has no access to the screen, before the screen's data are loaded. */
export const clientMiddleware: MiddlewareFunction[] = [
  ({ request }) => void requireRole(rolesOf(new URL(request.url).pathname)),
]

export function ErrorBoundary() {
  return (
    <Layout>
      <PageError />
    </Layout>
  )
}

// React Router's build makes a function expression of the default export; `ErrorBoundary` needs `Layout` by its name.
export default function BackofficeLayout() {
  return <Layout />
}

/** The back office's sidebar, on a phone behind a menu button. */
function Layout({ children = <Outlet /> }: { children?: React.ReactNode }) {
  const loading = useNavigation().state === 'loading'
  const openTasks = useOpenTasksFollower()
  const { density, menuFolded } = usePreferences()
  useLeaveWithSession()
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.backOffice = ''
    if (density) dataset.density = density
    return () => {
      delete dataset.backOffice
      delete dataset.density
    }
  }, [density])
  useEffect(() => void loadPreferences(), [])
  const DraftOffer = useLazyPart(loadOffer)
  const Shortcuts = useLazyPart(loadShortcuts)
  const asksCode = useCodeAsked()
  const AskCodeModal = useLazyPart(loadAskCode, {
    needed: asksCode,
    onFailure: () => answerCodeQuestion(false),
  })
  return (
    <div
      className={`min-h-dvh lg:grid print:block ${menuFolded ? 'lg:grid-cols-[4.5rem_minmax(0,1fr)]' : 'lg:grid-cols-[15rem_minmax(0,1fr)]'}`}
    >
      <SkipLink />
      <header className="on-dark sticky top-0 z-40 flex h-16 items-center gap-2 bg-night px-4 text-white lg:hidden">
        <button
          type="button"
          popoverTarget="menu"
          aria-label="Menú"
          className="relative -ml-2.5 grid size-11 place-items-center rounded-lg hover:bg-white/10"
        >
          <Icon name="menu" />
          {openTasks > 0 && (
            <span aria-hidden="true" className="absolute top-2 right-2 size-2.5 rounded-full bg-seal" />
          )}
        </button>
        <Home />
        <div
          id="menu"
          popover="auto"
          className="fades inset-y-0 top-16 right-auto bottom-0 left-0 m-0 h-[calc(100dvh-4rem)] w-72 max-w-[85vw] scrollbar-on-dark overflow-y-auto bg-night text-white shadow"
        >
          <Sidebar />
        </div>
      </header>
      <aside className="on-dark sticky top-0 hidden h-dvh flex-col overflow-clip bg-night text-white lg:flex print:hidden">
        <div className={`pt-2 ${menuFolded ? 'px-4.5 [&_span>span]:sr-only' : 'px-7'}`}>
          <Home />
        </div>
        <div className="min-h-0 flex-1">
          <Sidebar folded={menuFolded} foldable />
        </div>
      </aside>
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        aria-busy={loading || undefined}
        className="min-w-0 px-4 py-6 outline-none max-lg:[--head:4rem] sm:px-6 sm:py-6"
      >
        {DraftOffer && (
          <div className="mb-6 empty:hidden">
            <DraftOffer />
          </div>
        )}
        {children}
      </main>
      {Shortcuts && <Shortcuts />}
      {AskCodeModal && <AskCodeModal open={asksCode} />}
    </div>
  )
}

function Home() {
  return (
    <Link to={href('/')} aria-label={`${store.name}, ver la tienda`} className="w-fit rounded-lg">
      <Logo />
    </Link>
  )
}
