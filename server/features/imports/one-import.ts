import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/** The refusal of an import while another one runs. */
export const importRunning = () =>
  new Refusal('TOO_MANY', {
    message: 'Ya hay una importación en curso. Espera a que termine.',
    retryAfter: 10,
  })

/** Imports under way; each server has its own `Db`. */
const imports = new WeakSet<Db>()

/**
 * Runs one import or preview at a time on each server, because a workbook and its plan take much memory.
 *
 * @param running the servers where work of this kind is under way
 * @param refusal what the work is refused with meanwhile
 * @throws Refusal TOO_MANY while another one runs
 */
export async function oneAtATime<Result>(
  database: Db,
  work: () => Promise<Result>,
  { running = imports, refusal = importRunning } = {},
): Promise<Result> {
  if (running.has(database)) throw refusal()
  running.add(database)
  try {
    return await work()
  } finally {
    running.delete(database)
  }
}
