import type { PageParameters } from './renderer.ts'

/**
 * The address of a page with the parameters that it reads, in alphabetical order: parameters added by advertisements don't change the
 * page.
 */
export function pageAddress(url: string, parameters: PageParameters): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const known = parameters[path.toLowerCase().replace(/(?<=.)\/+$/, '')]
  if (!known || !query) return path
  const sent = new URLSearchParams(query)
  for (const name of [...sent.keys()]) if (!known.includes(name)) sent.delete(name)
  sent.sort()
  return sent.size > 0 ? `${path}?${sent}` : path
}
