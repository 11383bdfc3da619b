import { store } from '#store'

/** The document's title: the page and the pharmacy's name. */
export function pageTitle(page?: string): string {
  return page ? `${page} · ${store.name}` : store.name
}
