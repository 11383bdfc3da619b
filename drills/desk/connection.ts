/** Another system, which calls the shop by a key of its own. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '#domain/scopes.ts'
import { type Call, openBrowser } from '../call-server.ts'
import { ADMIN, PASSWORD } from '../fill-shop.ts'

/** The pause after a 429: a key makes 600 calls a minute at most. */
const RETRY_MS = 1_000
/** The longest time until a caller hangs up: about as long as the shop takes to answer. */
const MAX_HANG_UP_MS = 20

/** The token of the administrator's session. */
export async function logInAsAdministrator(base: string): Promise<string> {
  const browser = openBrowser(base)
  const { body } = await browser.call({
    path: '/admin/login',
    json: { email: ADMIN.email, password: PASSWORD },
  })
  browser.close()
  if (!body.token) throw new Error('El administrador no pudo entrar')
  return body.token
}

/** Creates a key, and opens a client that calls by it. */
export async function openConnection(
  base: string,
  { token, name, scopes }: { token: string; name: string; scopes: Scope[] },
) {
  const browser = openBrowser(base)
  const json = { name: `${name} ${randomUUID().slice(0, 8)}`, scopes }
  const { body } = await browser.call({ path: '/connections/keys', token, json })
  const { _id: id, key } = body.data as { _id: string; key: string }
  const authorization = `Bearer ${key}`
  return {
    /** The key's id. */
    id,
    close: () => browser.close(),
    /** Makes a call, and returns its data. @throws Error for any answer other than 200 */
    async call<Data>({ headers, ...call }: Call): Promise<Data> {
      for (;;) {
        const { status, body } = await browser.call({ ...call, headers: { authorization, ...headers } })
        if (status === 200) return body.data as Data
        if (status !== 429) throw new Error(`${call.path}: ${status} ${JSON.stringify(body)}`)
        await pause(RETRY_MS)
      }
    },
    /** Makes a call and hangs up soon, mostly before the answer, which is never read. */
    async hangUp({ path, json, headers }: Pick<Call, 'path' | 'json' | 'headers'>): Promise<void> {
      await fetch(`${base}/api${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(json),
        signal: AbortSignal.timeout(randomInt(1, MAX_HANG_UP_MS)),
      })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {})
    },
  }
}
