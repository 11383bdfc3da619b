import type { Db } from '../../../database/schema.ts'
import { importRunning } from '../catalog-lock.ts'

/** Each server has its own `Db`. */
const running = new WeakSet<Db>()

/**
 * Runs one import or preview at a time on each server, because a workbook and its plan can take 200 MB.
 *
 * @throws Refusal TOO_MANY while another one runs
 */
export async function oneAtATime<Result>(database: Db, work: () => Promise<Result>): Promise<Result> {
  if (running.has(database)) throw importRunning()
  running.add(database)
  try {
    return await work()
  } finally {
    running.delete(database)
  }
}
