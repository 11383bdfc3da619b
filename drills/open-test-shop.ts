/** A shop for the short form of a drill in `npm test`: the server of a test file, listening. Not for drills themselves. */
import { createAdministrator } from '#server/features/accounts/create-administrator.ts'
import { addressOf, createTestApp } from '#tests/app.ts'
import { ADMIN } from './fill-shop.ts'

/** Starts the test server on a port. Call it once, at the top of a test file. */
export async function openTestShop(): Promise<{ base: string; databaseUrl: string }> {
  const { app, database } = await createTestApp()
  await createAdministrator(database, ADMIN)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  return { base, databaseUrl: await addressOf(database) }
}
