import { href, Link } from 'react-router'
import { store } from '#store'
import { Logo } from './logo.tsx'

/**
 * The frame of a page that a mail's link opens. The URL is a secret: without the storefront's frame, nothing on the page loads
 * from or links to another site.
 */
export function MailLinkPage({ children }: { children: React.ReactNode }) {
  return (
    <main className="frame grid min-h-dvh content-start justify-items-center py-8 md:py-16">
      <Link to={href('/')} aria-label={`${store.name}, inicio`} className="rounded-lg">
        <Logo />
      </Link>
      {children}
    </main>
  )
}
