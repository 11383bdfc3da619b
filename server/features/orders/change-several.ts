import { counted } from '#domain/price.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'

/**
 * Changes several orders, each in its own transaction, so that the refusal of one doesn't stop the others.
 *
 * @param done the words for what became of one order, and of several
 * @returns the answer: the ids of the changed orders, and the refusals of the others. Other errors, such as an outage of the database, are
 *   thrown; orders changed before stay changed.
 */
export async function changeSeveral(
  ids: readonly string[],
  change: (orderId: string) => Promise<unknown>,
  done: readonly [one: string, several: string],
) {
  const changed: string[] = []
  const refused: { _id: string; message: string }[] = []
  for (const id of new Set(ids)) {
    try {
      await change(requireId(id))
      changed.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ _id: id, message: error.message })
    }
  }
  return { message: `${counted(changed.length, ...done)}.`, data: { changed, refused } }
}
