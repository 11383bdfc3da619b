import { MAX_FILE_BYTES } from '#contract/files.ts'

/**
 * Adds files to a selection, without duplicates by name and size. The name alone isn't enough: a phone's camera gives every photo
 * the same name.
 */
export function addFiles(files: readonly File[], added: readonly File[]): File[] {
  const byKey = new Map(files.map((file) => [fileKey(file), file]))
  for (const file of added) if (!byKey.has(fileKey(file))) byKey.set(fileKey(file), file)
  return [...byKey.values()]
}

export const fileKey = ({ name, size }: File) => `${size} ${name}`

/** The reason why these files can't be sent as images. The server checks their content. */
export function problemOf(files: readonly File[]): string | undefined {
  const other = files.find(({ type }) => !type.startsWith('image/'))
  if (other) return `Solo se permiten imágenes: ${other.name}`
  const large = files.find(({ size }) => size > MAX_FILE_BYTES)
  if (large) return `La imagen pesa más de 8 MB: ${large.name}`
}
