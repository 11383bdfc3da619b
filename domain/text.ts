/** Text for comparing: lower case, without accents, single spaces. The database's `fold()` does the same. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
