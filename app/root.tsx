import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { useEffect } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useNavigation,
} from 'react-router'
import { store } from '#store'
import styles from './app.css?url'
import { replayInput } from './boot/early-input.ts'
import { headScript } from './boot/head-script.ts'
import { scriptNonce } from './boot/script-nonce.ts'
import { PageError } from './pages/page-error.tsx'
import { pageTitle } from './pages/page-title.ts'
import { listenBeforeRouter } from './ui/history-pops.ts'
import { NoticeHost } from './ui/notice.tsx'

// Keeps zod from compiling its checks, which the content security policy would block and report. Set before any schema is made;
// the browser runs this module first.
if (!import.meta.env.SSR) {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  listenBeforeRouter()
}

/** The shop's own address, for links that crawlers follow. On the server the configured address counts, not the request's. */
export const loader = ({ request }: LoaderFunctionArgs) => ({ origin: new URL(request.url).origin })

export const clientLoader = () => ({ origin: window.location.origin })

export const shouldRevalidate = () => false

export const meta: MetaFunction = () => [
  { title: pageTitle() },
  { name: 'description', content: store.tagline },
]

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    // The head script may have set an attribute before hydration (browser/large-type.ts).
    <html lang="es-CL" suppressHydrationWarning>
      <head>
        <script
          nonce={scriptNonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant.
          dangerouslySetInnerHTML={{ __html: headScript }}
        />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#0e5f46" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1613" />
        {/* The precedence places the stylesheet before the scripts and blocks rendering until it has loaded. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(() => {
    if (window.loadOnBack) removeEventListener('popstate', window.loadOnBack)
    const replaying = setTimeout(replayInput)
    return () => clearTimeout(replaying)
  }, [])
  return (
    <>
      <Progress />
      <Outlet />
      <NoticeHost />
    </>
  )
}

/** The error boundary for errors that no layout caught. */
export function ErrorBoundary() {
  return (
    <main className="frame py-16">
      <PageError />
    </main>
  )
}

/** A line along the top while the next page loads. A delay (app.css) keeps quick pages from flickering. */
function Progress() {
  if (useNavigation().state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left scale-x-0 animate-advance bg-brand"
    />
  )
}
