import { useEffect } from 'react'
import { browserApi } from '../api/client.ts'
import { createStorageStore } from '../browser/browser-storage.ts'
import { readSession, useSession } from '../session/session.ts'

type Bought = { token: string | undefined; ids: ReadonlySet<string> }

const NO_PURCHASES: Bought = { token: undefined, ids: new Set() }

/** The purchases of one session, in memory only, because purchases in a pharmacy are private. */
let bought = NO_PURCHASES
let asked: string | undefined

/** Returns the loaded purchases, unless they belong to an earlier session. */
function readBought(): Bought {
  if (bought.token !== readSession()?.token) bought = NO_PURCHASES
  return bought
}

const store = createStorageStore(readBought, NO_PURCHASES)

/** Whether the logged-in customer has bought a product; false until the purchases have loaded. A failure is silent. */
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

/** Forgets the purchases after an order, so that the next card loads them again. */
export function forgetBought() {
  asked = undefined
  bought = NO_PURCHASES
}
