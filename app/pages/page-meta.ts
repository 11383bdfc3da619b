import type { MetaDescriptor } from 'react-router'
import { store } from '#store'

/** The routes that match the page's URL, as a `meta` function gets them. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type FoundPage = {
  title: string
  description: string
  /** The page's own address below the origin: pages with the same content name the same one. */
  path: string
  /** Below the origin; the shop's card when there is none. */
  image?: string
  /** What the page is about, in the words of schema.org. */
  data?: Record<string, unknown>[]
}

/** The card that is shown where a page without a picture of its own is shared (server/pages/share-card.ts). */
const SHARE_CARD = '/tarjeta.png'

/** The shop's address, as the root route has loaded it; empty on a page that failed to load. */
export function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { origin: string } | undefined)?.origin ?? ''
}

/** What search engines and messengers read of a page that is meant to be found (docs/product.md#being-found). */
export function foundPage(
  matches: Matches,
  { title, description, path, image = SHARE_CARD, data = [] }: FoundPage,
): MetaDescriptor[] {
  const origin = originOf(matches)
  const url = origin + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: store.name },
    { property: 'og:locale', content: 'es_CL' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + image },
    { name: 'twitter:card', content: 'summary_large_image' },
    // A data block, no script: the content security policy lets it pass, and no browser runs it.
    ...data.map((block) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...block } })),
  ] as MetaDescriptor[]
}
