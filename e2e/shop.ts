import { readFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect } from '@playwright/test'
import { connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import type { makeUser } from '#tests/factories.ts'

export { expect }

/** A user whose session the browser of the test holds. */
export type LoggedIn = Awaited<ReturnType<typeof makeUser>>

type Place = { databaseUrl: string; dataDir: string }

/** Where the shop under test keeps its things (`e2e/serve.ts`). */
export const readPlace = (): Place => JSON.parse(readFileSync('test-results/e2e-server.json', 'utf8'))

/** Browser tests with the database behind the shop: each adds the rows that it needs. */
export const test = base.extend<{ logIn: (user: LoggedIn) => Promise<void> }, { place: Place; database: Db }>(
  {
    place: [async ({ browserName: _ }, use) => use(readPlace()), { scope: 'worker' }],
    database: [
      async ({ place }, use) => {
        const database = connect(place.databaseUrl, { max: 4, onError: () => {} })
        await use(database)
        await database.destroy()
      },
      { scope: 'worker' },
    ],
    logIn: async ({ context }, use) => use((user) => keepSession(context, user)),
  },
)

/** Puts the session where the login would (spec §3), before any page loads. */
async function keepSession(context: BrowserContext, { token, role, id }: LoggedIn) {
  await context.addInitScript(
    ([t, r, c]) => {
      localStorage.setItem('token', t!)
      localStorage.setItem('role', r!)
      localStorage.setItem('cart', c!)
    },
    [token, role, id],
  )
}
