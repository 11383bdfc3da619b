/** Rows per batch: memory use doesn't depend on the number of all rows. */
export const BATCH_SIZE = 200

/**
 * Reads rows in batches, each after the last row of the previous batch.
 *
 * @param read reads the first `size` rows after the given row, in a fixed order
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  size = BATCH_SIZE,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const batch = await read(last)
    yield batch
    last = batch.length < size ? undefined : batch.at(-1)
  } while (last)
}
