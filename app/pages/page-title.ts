import { store } from '#store'

/** The document's title: the page and the pharmacy's name (docs/product.md#page-titles). */
export function pageTitle(page?: string): string {
  return page ? `${page} · ${store.name}` : store.name
}
