/** The pharmacy's office during a drill: an administrator delivers and cancels acknowledged orders. */
import { setTimeout as pause } from 'node:timers/promises'
import { NoAnswer, openBrowser } from './call-server.ts'
import { ADMIN, logIn } from './fill-shop.ts'
import type { Ledger } from './ledger.ts'

const CHANGE_MS = 300
const STATES = ['delivered', 'cancelled', 'delivered'] as const

/** Changes the statuses of orders one after the other. Each change is repeated until it is acknowledged. */
export async function startOffice(base: string, ledger: Ledger) {
  const account = await logIn(base, ADMIN.email)
  const browser = openBrowser(base)
  let stopping = false

  const set = async (id: string, state: string) => {
    while (!stopping) {
      const path = '/cart/update-payment-state'
      try {
        const answer = await browser.call({ path, token: account.token, json: { id, state } })
        if (answer.status === 200) return void ledger.statuses.set(id, state)
        ledger.fail(path, answer)
        if (answer.status < 500) return
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        ledger.fail(path, error)
      }
      await pause(CHANGE_MS)
    }
    // Unknown: the last attempt may have been committed.
    ledger.statuses.delete(id)
  }
  const work = async () => {
    for (let done = 0; !stopping; ) {
      const sale = [...ledger.sales.values()][done]
      if (sale) {
        await set(sale.id, STATES[done % STATES.length]!)
        done += 1
      }
      await pause(CHANGE_MS)
    }
  }
  const working = work()
  return {
    async stop() {
      stopping = true
      await working
      browser.close()
    },
  }
}
