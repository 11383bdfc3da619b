import { Suspense, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useRouteError, useRouteLoaderData } from 'react-router'
import { openLogin, useLoginPart, useLoginRequest } from '../account/login-modal-state.ts'
import { type Api, ApiError, apiContext, browserApi } from '../api/client.ts'
import { useFirstMove } from '../browser/first-move.ts'
import { PageError } from '../pages/page-error.tsx'
import { UNSAVED_DRAFT } from '../session/session.ts'
import { CONTENT_ID, SkipLink } from '../ui/skip-link.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { NO_CATEGORIES } from './category-menu.tsx'
import { Navbar } from './navbar.tsx'
import { summarizeDelivery } from './service-facts.tsx'

/** Menu and delivery options. The shop works without them, so that a failure is silent. */
async function load(api: Api) {
  const [menu, options] = await Promise.all([
    api.categoryMenu().catch(() => null),
    api.listDeliveryOptions().catch(() => null),
  ])
  return { menu: menu?.data ?? NO_CATEGORIES, delivery: options && summarizeDelivery(options.data) }
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(apiContext))

/** Loads the layout's data for a visitor who comes from a page without this layout; on a first load the server has loaded them. */
export const clientLoader = () => load(browserApi)

/** Menu and summary are the same on every page, so that they load only once. */
export const shouldRevalidate = () => false

export default function StorefrontLayout() {
  return (
    <StorefrontFrame>
      <Outlet />
    </StorefrontFrame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  useEffect(() => {
    const noNetwork = error instanceof ApiError && error.status === 0
    // The reload lets the service worker show its page for a missing network.
    if (noNetwork && navigator.serviceWorker?.controller) location.reload()
  }, [error])
  return (
    <StorefrontFrame>
      <div className="frame">
        <PageError />
      </div>
    </StorefrontFrame>
  )
}

const startPrefetching = () =>
  void import('../boot/prefetch-pages.ts').then(
    ({ prefetchPages }) => prefetchPages(),
    () => undefined,
  )

const loadOffer = () => import('../forms/draft-offer.tsx').then(({ DraftOffer }) => DraftOffer)

/** The offer of a draft that was saved when a session ended; the code loads only for people who have such a draft. */
function LateDraftOffer() {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => setIsKept(sessionStorage.getItem(UNSAVED_DRAFT) !== null), [])
  const DraftOffer = useLazyPart(loadOffer, { needed: isKept })
  if (!DraftOffer) return null
  return (
    <div className="frame py-4 empty:hidden">
      <DraftOffer onLogin={() => openLogin()} />
    </div>
  )
}

function StorefrontFrame({ children }: { children: React.ReactNode }) {
  useFirstMove(startPrefetching)
  const data = useRouteLoaderData<typeof loader>('storefront/layout')
  return (
    <>
      <SkipLink />
      <Suspense>
        <Navbar menu={data?.menu ?? NO_CATEGORIES} />
      </Suspense>
      {/* The content is at least as tall as the window, so that the footer, which loads later, moves nothing visible. */}
      <main id={CONTENT_ID} tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none [--head:4rem]">
        <LateDraftOffer />
        <Suspense>{children}</Suspense>
      </main>
      <LazyFooter />
      <LoginHost />
    </>
  )
}

const loadFooter = () => import('./footer.tsx').then(({ Footer }) => Footer)

/** The footer, loaded after the page, with a placeholder while loading and after a failure. */
function LazyFooter() {
  const [failed, setFailed] = useState(false)
  const Footer = useLazyPart(loadFooter, { onFailure: () => setFailed(true) })
  if (Footer) return <Footer />
  return (
    <footer className="on-dark grid min-h-80 place-items-center bg-night text-white/90">
      <p role="status">{failed ? 'Error al Cargar' : 'Cargando Footer....'}</p>
    </footer>
  )
}

const loadLoginModal = () => import('../account/login-modal.tsx').then(({ LoginModal }) => LoginModal)

function LoginHost() {
  const request = useLoginRequest()
  const LoginModal = useLoginPart(loadLoginModal, request !== null)
  return LoginModal && <LoginModal request={request} />
}
