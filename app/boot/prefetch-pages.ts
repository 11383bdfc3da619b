import { href } from 'react-router'
import { prefetch } from './prefetched.ts'

/** Milliseconds that a pointer rests on a link before its page is loaded: it passes over others on its way. */
const REST_MS = 65

/** The pages that most links lead to. */
const pages: Record<string, () => Promise<{ loadInAdvance: (url: URL) => Promise<unknown> }>> = {
  [href('/tienda')]: () => import('../storefront/shop/shop.tsx'),
  [href('/productos')]: () => import('../storefront/shop/shop.tsx'),
  [href('/descripcion')]: () => import('../storefront/product/product.tsx'),
}

/** Loads the page of a link that somebody is about to press: under a resting mouse, touched, or focused by the keyboard. */
export function prefetchPages(): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  addEventListener('pointerover', ({ target, pointerType }) => {
    clearTimeout(resting)
    const link = linkAt(target)
    if (link && pointerType === 'mouse') resting = setTimeout(() => load(link), REST_MS)
  })
  for (const type of ['pointerdown', 'focusin'] as const)
    addEventListener(
      type,
      ({ target }) => {
        const link = linkAt(target)
        if (link) load(link)
      },
      { passive: true },
    )
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null

function load({ origin, pathname, search, href, target }: HTMLAnchorElement) {
  if (origin !== location.origin || target || pathname + search === location.pathname + location.search)
    return
  const url = new URL(href)
  url.hash = ''
  pages[pathname]?.().then(
    ({ loadInAdvance }) => prefetch(url.href, () => loadInAdvance(url)),
    // The failure shows when the link is pressed.
    () => undefined,
  )
}
