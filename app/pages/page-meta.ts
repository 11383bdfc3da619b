import type { MetaDescriptor } from 'react-router'
import { store } from '#store'

/** The routes that match the page's URL, as a `meta` function gets them. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type FoundPage = {
  title: string
  description: string
  /** The page's canonical path: pages with the same content name the same path. */
  path: string
  /** The path of the image; the shop's card by default. */
  image?: string
  /** The page's structured data, in the terms of schema.org. */
  data?: Record<string, unknown>[]
}

/** The image for shared links of pages without a picture of their own (server/pages/share-card.ts). */
const SHARE_CARD = '/tarjeta.png'

/** The shop's address, from the root route's data; empty on a page that failed to load. */
export function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { origin: string } | undefined)?.origin ?? ''
}

/** The meta tags of a page for search engines and messengers. */
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
    // A data block, not a script: the content security policy allows it, and browsers don't run it.
    ...data.map((block) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...block } })),
  ] as MetaDescriptor[]
}
