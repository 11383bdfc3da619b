import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { joinCarts } from '#domain/cart.ts'
import { browserApi } from '../api.ts'
import { loadCart, readCart, sentLines, writeCart } from '../browser/cart.ts'
import { openSession } from '../browser/session.ts'

/**
 * What follows a login (spec §4): the session is kept, the guest's cart joins the user's, and then a customer's page really
 * reloads (or another of ours loads) while staff go to the back office.
 */
export async function finishLogin(answer: CallAnswer<Calls['login']>, returnTo?: string) {
  openSession(answer)
  // Silent when it fails (spec §8): the lines stay in the browser, and the next change sends them.
  await (readCart().length > 0 ? sendJoined(answer.data._id) : loadCart()).catch(() => undefined)
  if (answer.data.role !== 'Cliente') location.assign('/dashboard')
  else if (returnTo) location.assign(returnTo)
  else location.reload()
}

/** Per product the larger quantity, so that neither cart loses anything (design §2.11). */
async function sendJoined(userId: string) {
  const kept = await browserApi.getCart({ params: { userId } })
  const items = sentLines(joinCarts(readCart(), kept.data))
  const answer = await browserApi.updateCart({ body: { cart: userId, items } })
  writeCart(answer.data)
}
