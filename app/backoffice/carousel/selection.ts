/** Limits of one upload (docs/product.md#uploads). */
const MAX_FILES = 10
const MAX_BYTES = 8 * 1024 * 1024

/** Adds files to the selection; of two files with the same name the first stays. */
export function addFiles(files: readonly File[], added: readonly File[]): File[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const file of added) if (!byName.has(file.name)) byName.set(file.name, file)
  return [...byName.values()]
}

/** Why these files can't be sent. Their content is checked by the server. */
export function problemOf(files: readonly File[]): string | undefined {
  const other = files.find(({ type }) => !type.startsWith('image/'))
  if (other) return `Solo se permiten imágenes: ${other.name}`
  const large = files.find(({ size }) => size > MAX_BYTES)
  if (large) return `La imagen pesa más de 8 MB: ${large.name}`
  return files.length > MAX_FILES ? `Se pueden subir hasta ${MAX_FILES} imágenes a la vez.` : undefined
}
