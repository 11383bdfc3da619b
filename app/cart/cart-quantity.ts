import { createStore } from '../browser/external-store.ts'
import { readSession } from '../session/session.ts'
import { notice } from '../ui/notice.tsx'
import { adjustmentText } from './adjustment-text.ts'
import { setQuantity, syncCart } from './cart.ts'
import { limitMessage } from './cart-limits.ts'
import { readCart } from './cart-storage.ts'

/**
 * Sends a user's changed quantities: once for a series of clicks, and at the latest when the page is left. A change that can't be
 * sent is reverted.
 */

const DEBOUNCE_MS = 400
const FAILURE = 'No pudimos cambiar la cantidad. Intenta nuevamente.'

type State = { saving: true } | { problem: string }

/** The state of lines whose quantity is being sent or failed to be sent. */
const states = createStore<Readonly<Record<string, State>>>({})

/** The server's quantities of the lines with unsent changes. */
const unsent = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> = Promise.resolve()

export const useQuantityStates = states.use

function setStates(ids: Iterable<string>, state?: State) {
  const next = { ...states.get() }
  for (const id of ids) {
    if (state) next[id] = state
    else delete next[id]
  }
  states.set(next)
}

/** Sets a line's quantity within its stock, and sends a user's change. A quantity over a cart limit changes nothing. */
export function changeQuantity(productId: string, quantity: number) {
  const lines = readCart()
  const line = lines.find((other) => other.productId === productId)
  if (!line) return
  const changed = lines.map((other) => (other === line ? { ...line, quantity } : other))
  const problem = quantity > line.quantity && limitMessage(changed)
  if (problem) return setStates([productId], { problem })
  setQuantity(productId, quantity)
  if (!readSession()) return setStates([productId])
  if (!unsent.has(productId)) unsent.set(productId, line.quantity)
  setStates([productId], { saving: true })
  clearTimeout(timer)
  timer = setTimeout(() => void sendQuantities(), DEBOUNCE_MS)
}

/** Sends the unsent quantities; resolves once they are saved or reverted. */
export function sendQuantities(keepalive = false): Promise<void> {
  clearTimeout(timer)
  if (unsent.size > 0) sending = sending.then(() => send(keepalive))
  return sending
}

async function send(keepalive: boolean) {
  const sent = new Map(unsent)
  unsent.clear()
  try {
    const adjusted = await syncCart({ keepalive, keep: unsent })
    // A line that changed again meanwhile still has to be sent.
    setStates([...sent.keys()].filter((id) => !unsent.has(id)))
    for (const adjustment of adjusted) {
      const problem = adjustmentText(adjustment)
      if (adjustment.quantity > 0) setStates([adjustment.productId], { problem })
      else void notice.toast({ title: problem, icon: 'info', timer: 2_500 })
    }
  } catch {
    for (const [id, quantity] of sent) {
      // A line that changed again meanwhile still has to be sent; the server keeps its old quantity.
      if (unsent.has(id)) unsent.set(id, quantity)
      else setQuantity(id, quantity)
    }
    setStates(
      [...sent.keys()].filter((id) => !unsent.has(id)),
      { problem: FAILURE },
    )
  }
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => void sendQuantities(true))
