/** The router state of a link from a list to one of its rows, for the way back. */
export const FROM_LIST = 'from-list'

const key = (pathname: string) => `lista ${pathname}`

/** Remembers in the tab how a list was last shown, for the links back to it. */
export const rememberList = ({ pathname, search }: { pathname: string; search: string }) =>
  sessionStorage.setItem(key(pathname), search)

/** The URL of a list as it was last shown in this tab. */
export function lastList(pathname: string): string {
  const search = sessionStorage.getItem(key(pathname)) ?? ''
  return pathname + (search.startsWith('?') ? search : '')
}
