import { href } from 'react-router'
import { prefetch } from './prefetched.ts'

/** How long a pointer must rest on a link before its page is prefetched, so that passing over links loads nothing. */
const REST_MS = 65

/** The pages that are prefetched, by path: those to which most links lead. */
const pages: Record<string, () => Promise<{ loadInAdvance: (url: URL) => Promise<unknown> }>> = {
  [href('/tienda')]: () => import('../storefront/shop/shop.tsx'),
  [href('/productos')]: () => import('../storefront/shop/shop.tsx'),
  [href('/descripcion')]: () => import('../storefront/product/product.tsx'),
}

/** Prefetches the page of a link that the pointer rests on, a finger touches or the keyboard focuses. */
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
    // The page shows the failure when the link is pressed.
    () => undefined,
  )
}
