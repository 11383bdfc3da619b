import { readFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect } from '@playwright/test'
import { connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import type { makeUser } from '#tests/factories.ts'

export { expect }

export type LoggedIn = Awaited<ReturnType<typeof makeUser>>

type ServerInfo = { databaseUrl: string; dataDir: string }

/** Database and data folder of the shop under test, written by `e2e/serve.ts`. */
export const readServerInfo = (): ServerInfo =>
  JSON.parse(readFileSync('test-results/e2e-server.json', 'utf8'))

/** Browser tests with access to the shop's database. Each test adds the rows that it needs. */
export const test = base.extend<
  { logIn: (user: LoggedIn) => Promise<void> },
  { serverInfo: ServerInfo; database: Db }
>({
  serverInfo: [async ({ browserName: _ }, use) => use(readServerInfo()), { scope: 'worker' }],
  database: [
    async ({ serverInfo }, use) => {
      const database = connect(serverInfo.databaseUrl, { max: 4, onError: () => {} })
      await use(database)
      await database.destroy()
    },
    { scope: 'worker' },
  ],
  logIn: async ({ context }, use) => use((user) => storeSession(context, user)),
})

/** Writes the session to browser storage before any page loads (docs/product.md#browser-storage). */
async function storeSession(context: BrowserContext, { token, role, id }: LoggedIn) {
  await context.addInitScript(
    ([t, r, c]) => {
      localStorage.setItem('token', t!)
      localStorage.setItem('role', r!)
      localStorage.setItem('cart', c!)
    },
    [token, role, id],
  )
}
