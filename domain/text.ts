/** Text for comparison: lower case, no accents, single spaces. The SQL function `fold()` does the same. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
