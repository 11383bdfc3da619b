import { href } from 'react-router'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { readCart } from '../cart/cart.ts'
import { joinCart, pullCart } from '../cart/sync-cart.ts'
import { openSession } from '../session/session.ts'

/**
 * Saves the session, joins the visitor's cart with the user's and loads the next page: `returnTo` or the same page for customers,
 * the back office for staff, or the set-up of a second factor that their role needs.
 */
export async function finishLogin(answer: CallAnswer<Calls['loginWithCode']>, returnTo?: string) {
  openSession(answer)
  // A failure is silent: the lines stay in the browser, and the next change sends them.
  await (readCart().length > 0 ? joinCart(answer.data._id) : pullCart()).catch(() => undefined)
  const { role, setUp } = answer.data
  if (setUp) location.assign(href('/dashboard/second-factor'))
  else if (role !== 'Cliente') location.assign(href('/dashboard'))
  else if (returnTo) location.assign(returnTo)
  else location.reload()
}
