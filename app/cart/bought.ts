import { useEffect } from 'react'
import { browserApi } from '../api/client.ts'
import { createStorageStore } from '../browser/browser-storage.ts'
import { readSession, useSession } from '../session/session.ts'

type Bought = { token: string | undefined; ids: ReadonlySet<string> }

const NOTHING: Bought = { token: undefined, ids: new Set() }

/** In memory only, and of one session: what somebody buys in a pharmacy is nobody else's business. */
let bought = NOTHING
let asked: string | undefined

/** Forgets what was read for a session that isn't there any more. */
function readBought(): Bought {
  if (bought.token !== readSession()?.token) bought = NOTHING
  return bought
}

const store = createStorageStore(readBought, NOTHING)

/** Whether the logged-in customer has bought a product; false until one call has told for all cards. A failure is silent. */
export function useBought(productId: string): boolean {
  const session = useSession()
  useEffect(() => {
    if (session?.role === 'Cliente' && session.token !== asked) void load(session.token)
  }, [session])
  return store.use().ids.has(productId)
}

async function load(token: string) {
  asked = token
  const answer = await browserApi.listBought().catch(() => undefined)
  if (asked !== token || !answer) return
  bought = { token, ids: new Set(answer.data) }
  store.notify()
}

/** After an order: the next card asks again. */
export function forgetBought() {
  asked = undefined
  bought = NOTHING
}
