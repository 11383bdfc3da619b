import { useEffect } from 'react'
import { browserApi } from '../api/client.ts'
import { createStore } from '../browser/external-store.ts'
import { useSession } from '../session/session.ts'

type Bought = { token: string | undefined; ids: ReadonlySet<string> }

const NO_PURCHASES: Bought = { token: undefined, ids: new Set() }

/** The purchases of one session, in memory only, because purchases in a pharmacy are private. */
const store = createStore(NO_PURCHASES)
let asked: string | undefined

/** Whether the logged-in customer has bought a product; false until the purchases have loaded. A failure is silent. */
export function useBought(productId: string): boolean {
  const session = useSession()
  const { token, ids } = store.use()
  useEffect(() => {
    if (session?.role === 'Cliente' && session.token !== asked) void load(session.token)
  }, [session])
  return token === session?.token && ids.has(productId)
}

async function load(token: string) {
  asked = token
  const answer = await browserApi.listBought().catch(() => undefined)
  if (asked === token && answer) store.set({ token, ids: new Set(answer.data) })
}

/** Forgets the purchases after an order, so that the next card loads them again. */
export function forgetBought() {
  asked = undefined
  store.set(NO_PURCHASES)
}
