import type { OpenTasks } from '#contract/board.ts'
import { createStore } from '../../browser/external-store.ts'
import { playChime } from './chime.ts'

const store = createStore<OpenTasks | null>(null)

/** The counts of open tasks; null until loaded, and for roles that may not see them. */
export const useOpenTasks = store.use

/** The counts that customers raise. */
const NEWS = ['pendingOrders', 'proofsToCheck', 'prescriptionsToReview', 'unansweredRequests'] as const

/** Stores the counts that the server answered; the sound plays when customers have raised one. */
export function setOpenTasks(tasks: OpenTasks | null) {
  const before = store.get()
  if (JSON.stringify(tasks) === JSON.stringify(before)) return
  store.set(tasks)
  if (before && tasks && NEWS.some((name) => tasks[name] > before[name])) playChime()
}

/** The number of open orders and requests; a payment proof, prescription or transfer belongs to an order that is counted already. */
export const openTaskCount = (tasks: OpenTasks) => tasks.pendingOrders + tasks.unansweredRequests
