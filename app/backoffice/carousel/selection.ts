/** What one upload may hold (design §3). */
const MAX_FILES = 10
const MAX_BYTES = 8 * 1024 * 1024

/** The files chosen so far and the new ones; of one name only the first counts (spec §5). */
export function addFiles(files: readonly File[], added: readonly File[]): File[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const file of added) if (!byName.has(file.name)) byName.set(file.name, file)
  return [...byName.values()]
}

/** Why these can't be sent. What is really in them is for the server to see. */
export function problemOf(files: readonly File[]): string | undefined {
  const other = files.find(({ type }) => !type.startsWith('image/'))
  if (other) return `Solo se permiten imágenes: ${other.name}`
  const large = files.find(({ size }) => size > MAX_BYTES)
  if (large) return `La imagen pesa más de 8 MB: ${large.name}`
  return files.length > MAX_FILES ? `Se pueden subir hasta ${MAX_FILES} imágenes a la vez.` : undefined
}
