import { store } from '#store'

/** The page's title: the product's name, after what the page is (spec §2, design §2.7). */
export function pageTitle(page?: string): string {
  return page ? `${page} · ${store.name}` : store.name
}
