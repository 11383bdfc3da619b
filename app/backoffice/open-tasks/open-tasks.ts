import type { OpenTasks } from '#contract/board.ts'
import { createStore } from '../../browser/external-store.ts'

const store = createStore<OpenTasks | null>(null)

/** The counts of open tasks (docs/product.md#open-tasks); null until it is known, and where nobody may know it. */
export const useOpenTasks = store.use

/** Called with the counts when one has grown. */
type Listener = () => void
const grownListeners = new Set<Listener>()

export function onGrown(listener: Listener): () => void {
  grownListeners.add(listener)
  return () => void grownListeners.delete(listener)
}

const NAMES = ['pendingOrders', 'proofsToCheck', 'unansweredRequests'] as const

/** Takes the counts that the server has answered. */
export function setOpenTasks(tasks: OpenTasks | null) {
  const before = store.get()
  if (before && tasks && NAMES.every((name) => tasks[name] === before[name])) return
  store.set(tasks)
  if (before && tasks && NAMES.some((name) => tasks[name] > before[name]))
    for (const listener of grownListeners) listener()
}

/** Orders and requests; a payment proof belongs to an order that is counted already. */
export const countAll = (tasks: OpenTasks) => tasks.pendingOrders + tasks.unansweredRequests
