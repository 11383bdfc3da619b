import type { Db } from '../../database/schema.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { changeStatus } from './change-status.ts'

/**
 * Sets several orders to delivered, each in a transaction of its own, so that one without stock doesn't keep the others back.
 *
 * @returns the ids of the delivered ones, and why others were refused. After an outage in the middle, which is thrown, those before
 *   it are delivered.
 */
export async function deliverOrders(database: Db, { ids, actor }: { ids: string[]; actor: Actor }) {
  const delivered: string[] = []
  const refused: { _id: string; message: string }[] = []
  for (const id of new Set(ids)) {
    try {
      await changeStatus(database, { orderId: requireId(id), status: 'delivered', actor })
      delivered.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ _id: id, message: error.message })
    }
  }
  return { delivered, refused }
}
