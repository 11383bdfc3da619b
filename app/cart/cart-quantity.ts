import { clampToStock } from '#domain/stock.ts'
import { createStore } from '../browser/external-store.ts'
import { readSession } from '../session/session.ts'
import { notice } from '../ui/notice.tsx'
import { isUnconfirmed, type LocalLine, limitMessage, readCart, withQuantity, writeCart } from './cart.ts'
import { adjustmentText, pushCart } from './sync-cart.ts'

/**
 * Changes quantities of cart lines. A user's changes go to the server: once for a series of clicks, and at the latest when the
 * page is left. Changes that aren't confirmed by then are sent again by the next cart or checkout. If a call fails on an open
 * page, its changes are reverted.
 */

const DEBOUNCE_MS = 400
const FAILURE = 'No pudimos cambiar la cantidad. Intenta nuevamente.'

/** Messages about lines whose quantity wasn't changed as wished, by product. */
const problems = createStore<Readonly<Record<string, string>>>({})

let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> = Promise.resolve()
/** How often the page was left, which ends its calls: their failure says nothing about the server. */
let timesLeft = 0

export const useQuantityProblems = problems.use

function setProblem(ids: Iterable<string>, problem?: string) {
  const next = { ...problems.get() }
  for (const id of ids) {
    if (problem) next[id] = problem
    else delete next[id]
  }
  problems.set(next)
}

/** Sets a line's quantity within its stock, and sends a user's change. A quantity over a cart limit changes nothing. */
export function changeQuantity(productId: string, quantity: number) {
  const lines = readCart()
  const line = lines.find((other) => other.productId === productId)
  if (!line) return
  const changed = (next: LocalLine) => lines.map((other) => (other === line ? next : other))
  const problem = quantity > line.quantity && limitMessage(changed({ ...line, quantity }))
  if (problem) return setProblem([productId], problem)
  setProblem([productId])
  const next = withQuantity(line, clampToStock(quantity, line.stock))
  if (!readSession()) return writeCart(changed(next))
  writeCart(changed({ saved: line.quantity, ...next }))
  clearTimeout(timer)
  timer = setTimeout(() => void sendQuantities(), DEBOUNCE_MS)
}

/** Sends the unconfirmed quantities; resolves once they are saved or reverted. */
export function sendQuantities(): Promise<void> {
  clearTimeout(timer)
  sending = sending.then(() => (isUnconfirmed() ? send() : undefined))
  return sending
}

async function send() {
  const [sent, left] = [readCart(), timesLeft]
  try {
    for (const adjustment of await pushCart()) {
      const problem = adjustmentText(adjustment)
      if (adjustment.quantity > 0) setProblem([adjustment.productId], problem)
      else void notice.toast({ title: problem, icon: 'info', timer: 2_500 })
    }
  } catch {
    // Leaving the page can end a call before `pagehide` fires. Wait for one task: a page that is gone runs no later one.
    await new Promise((resolve) => setTimeout(resolve))
    if (timesLeft > left) return
    revert(sent)
  }
}

/** Reverts the changes that were sent. A line that changed again meanwhile still has to be sent. */
function revert(sent: readonly LocalLine[]) {
  const reverted = new Set<string>()
  const lines = readCart().map((line) => {
    const { saved, ...rest } = line
    const { productId, quantity } = line
    const was = sent.find((other) => other.productId === productId)
    if (!saved || !was?.saved || was.quantity !== quantity) return line
    reverted.add(productId)
    return withQuantity(rest, saved)
  })
  writeCart(lines)
  setProblem(reverted, FAILURE)
}

if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => {
    timesLeft += 1
    if (isUnconfirmed()) void pushCart({ keepalive: true }).catch(() => undefined)
  })
  // The page may come back from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void sendQuantities()
  })
}
