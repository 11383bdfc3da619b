import { store } from '#store'

export function pageTitle(page?: string): string {
  return page ? `${page} · ${store.name}` : store.name
}

/** The properties of a private screen; `loaderData` is undefined in the loading state. */
export type ScreenProps<Load extends (args: never) => unknown> = { loaderData?: Awaited<ReturnType<Load>> }
