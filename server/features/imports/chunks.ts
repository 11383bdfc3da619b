/** Rows per statement: a compromise between speed and time for other requests. */
export const CHUNK_SIZE = 500

export function* chunks<Row>(rows: readonly Row[]) {
  for (let from = 0; from < rows.length; from += CHUNK_SIZE) yield rows.slice(from, from + CHUNK_SIZE)
}
