import { type LoaderFunctionArgs, Outlet, useRouteLoaderData } from 'react-router'
import { LoginHost } from '../account/login-host.tsx'
import { type Api, apiContext, browserApi } from '../api.ts'
import { PageError } from '../ui/page-error.tsx'
import { LazyFooter } from './lazy-footer.tsx'
import { Navbar } from './navbar.tsx'

/** The categories of the menu. Without them the shop still works, so their failure is silent (spec §8). */
async function load(api: Api) {
  const categories = await api.listCategories({ query: {} }).catch(() => ({ data: [] }))
  return {
    categories: categories.data.filter(({ status }) => status).map(({ categoryName }) => categoryName),
  }
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(apiContext))

export const clientLoader = () => load(browserApi)

/** The menu is the same on every page. */
export const shouldRevalidate = () => false

export default function StorefrontLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  return (
    <Frame>
      <div className="frame">
        <PageError />
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('storefront/layout')
  return (
    <>
      <a
        href="#contenido"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-brand px-4 py-2 font-semibold text-white focus:translate-y-0"
      >
        Saltar al contenido
      </a>
      <Navbar categories={data?.categories ?? []} />
      {/* As tall as the window at least: what comes late below it moves nothing that one sees. */}
      <main id="contenido" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none [--head:4rem]">
        {children}
      </main>
      <LazyFooter />
      <LoginHost />
    </>
  )
}
