/** The maximum length of a displayed name. */
const MAX_NAME_LENGTH = 120

/** A file's name for display: short, without folders and without control or text-direction characters. */
export function displayName(fileName: string, fallback: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, MAX_NAME_LENGTH).join('') || fallback
}
