import { Refusal, requireId } from '../../refusals/refusal.ts'

/**
 * Changes several orders, each in a transaction of its own, so that a refusal doesn't keep the others back.
 *
 * @returns the ids of the changed ones, and the refusals of the others. An outage is thrown; the orders before it stay changed.
 */
export async function changeSeveral(ids: readonly string[], change: (orderId: string) => Promise<unknown>) {
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
  return { changed, refused }
}
