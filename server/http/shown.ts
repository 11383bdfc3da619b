import { AsyncLocalStorage } from 'node:async_hooks'
import { topicHash } from './topic-hash.ts'

/** What an answer shows, collected while it is produced. */
export type Shown = {
  /** The topics of changes (`public_changes`) after which the answer may be wrong, as `topicHash` writes them. Some may be there twice. */
  topics: number[]
  /** Milliseconds for which it is right when nothing changes. */
  lifetime: number
  /** It was read from the replica, which may be behind. */
  fromReplica: boolean
}

const HOUR = 60 * 60 * 1000
/** Milliseconds for an answer of which nothing is known. */
export const UNKNOWN_LIFETIME = 1_000

const collecting = new AsyncLocalStorage<Shown>()

/** Whether an answer is being produced, as a page of which this is a part. */
export const isPart = () => collecting.getStore() !== undefined

/** Says that the answer being produced shows something that changes with these topics; without effect when nobody keeps it. */
export function shows(...topics: string[]) {
  const shown = collecting.getStore()
  for (const topic of topics) shown?.topics.push(topicHash(topic))
}

/** Says that the answer being produced is right for so many milliseconds at most. */
export function rightFor(milliseconds: number) {
  const shown = collecting.getStore()
  if (shown) shown.lifetime = Math.min(shown.lifetime, milliseconds)
}

/** Says that the answer being produced is read from the replica. */
export function showsReplica() {
  const shown = collecting.getStore()
  if (shown) shown.fromReplica = true
}

/** Says that the answer being produced, as a page, has all that another one shows. */
export function showsAll({ topics, lifetime, fromReplica }: Shown) {
  const shown = collecting.getStore()
  if (!shown) return
  shown.topics.push(...topics)
  rightFor(lifetime)
  if (fromReplica) showsReplica()
}

/** Runs what produces an answer, and returns what it shows also when it fails. */
export async function collectShown<Value>(
  produce: () => Promise<Value>,
): Promise<{ shown: Shown; outcome: PromiseSettledResult<Value> }> {
  const shown: Shown = { topics: [], lifetime: HOUR, fromReplica: false }
  // Promise.allSettled would make an array and closures for each answer.
  const outcome = await collecting.run(shown, produce).then(
    (value) => ({ status: 'fulfilled' as const, value }),
    (reason: unknown) => ({ status: 'rejected' as const, reason }),
  )
  if (shown.topics.length === 0) shown.lifetime = Math.min(shown.lifetime, UNKNOWN_LIFETIME)
  return { shown, outcome }
}
