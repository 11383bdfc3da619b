import { Suspense, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useRouteError, useRouteLoaderData } from 'react-router'
import { LoginHost } from '../account/login-host.tsx'
import { openLogin } from '../account/login-modal-state.ts'
import { type Api, ApiError, apiContext, browserApi } from '../api/client.ts'
import { PageError } from '../pages/page-error.tsx'
import { UNSAVED_DRAFT } from '../session/session.ts'
import { CONTENT_ID, SkipLink } from '../ui/skip-link.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { type MenuCategories, NO_CATEGORIES } from './category-menu.tsx'
import { LazyFooter } from './lazy-footer.tsx'
import { Navbar } from './navbar.tsx'

/** The categories of the menu. Without them the shop still works, so their failure is silent. */
const loadCategoryMenu = (api: Api): Promise<MenuCategories> =>
  api.categoryMenu().then(
    ({ data }) => data,
    () => NO_CATEGORIES,
  )

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  menu: await loadCategoryMenu(context.get(apiContext)),
})

/** From a page without this layout: in the first load the server has loaded the menu. */
export const clientLoader = async () => ({ menu: await loadCategoryMenu(browserApi) })

/** The menu is the same on every page: it loads once. */
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
    // The service worker then shows the page without a network.
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

/** Events of somebody who is about to use a link. */
const INTENTS = ['pointerover', 'pointerdown', 'focusin']

/** Pages are loaded in advance, by code that loads when the mouse or the focus first moves. */
function usePrefetchedPages() {
  useEffect(() => {
    const controller = new AbortController()
    const start = () => {
      controller.abort()
      import('../boot/prefetch-pages.ts').then(
        ({ prefetchPages }) => prefetchPages(),
        () => undefined,
      )
    }
    for (const type of INTENTS) addEventListener(type, start, { signal: controller.signal, passive: true })
    return () => controller.abort()
  }, [])
}

const loadOffer = () => import('../forms/draft-offer.tsx').then(({ DraftOffer }) => DraftOffer)

/** The offer of a draft from when a session ended; its code loads only for people who have one. */
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
  usePrefetchedPages()
  const data = useRouteLoaderData<typeof loader>('storefront/layout')
  return (
    <>
      <SkipLink />
      <Suspense>
        <Navbar menu={data?.menu ?? NO_CATEGORIES} />
      </Suspense>
      {/* At least as tall as the window: the footer, which loads later, then moves nothing that is visible. */}
      <main id={CONTENT_ID} tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none [--head:4rem]">
        <LateDraftOffer />
        <Suspense>{children}</Suspense>
      </main>
      <LazyFooter />
      <LoginHost />
    </>
  )
}
