/** The parameters with a change; an empty value removes its parameter. */
export function changedParams(
  params: URLSearchParams,
  change: Readonly<Record<string, string>>,
): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** A screen's URL with its filters; empty ones are left out. */
export function screenUrl(path: string, filters: Readonly<Record<string, string>>): string {
  const query = changedParams(new URLSearchParams(), filters).toString()
  return query ? `${path}?${query}` : path
}

/** A parameter's value if it is one of the filter's words, else empty. */
export const knownWord = <Words extends object>(words: Words, value: string | null) =>
  value && Object.hasOwn(words, value) ? (value as keyof Words) : ''
