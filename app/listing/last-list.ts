/** The router state of a link from a list to one of its rows, for the way back. */
export const FROM_LIST = 'from-list'

const key = (list: string) => `lista ${list}`

/**
 * Remembers in the tab how a list was last shown, for the links back to the list.
 *
 * @param list the list's path; the shop has two paths and is remembered under one
 */
export const rememberList = (
  { pathname, search }: { pathname: string; search: string },
  list: string = pathname,
) => sessionStorage.setItem(key(list), pathname + search)

/**
 * The URL of a list as it was last shown in this tab, otherwise its path.
 *
 * @param paths where the list can be
 */
export function lastList(list: string, paths: readonly string[] = [list]): string {
  const url = sessionStorage.getItem(key(list)) ?? ''
  return paths.includes(url.split('?')[0] ?? '') ? url : list
}
