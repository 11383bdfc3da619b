import { calls } from 'virtual:calls'
import { browserHeaders } from '../api/client.ts'
import { forgetUser } from '../session/session.ts'

/** Logs out, on the server and in the browser, and loads `to`, or the same page again. */
export function logout(to?: string) {
  endSession()
  forgetUser()
  if (to) location.assign(to)
  else location.reload()
}

/**
 * Asks the server to end the session. The request may outlive the page and nothing waits for the answer: without a network the
 * user is still logged out of this browser.
 */
function endSession() {
  const [method = '', path] = calls.logout?.split(' ') ?? []
  fetch(`/api${path}`, { method, headers: browserHeaders(method), keepalive: true }).catch(() => undefined)
}
