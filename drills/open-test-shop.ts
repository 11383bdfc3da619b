/** A shop for the short form of a drill in `npm test`; the drills themselves use `start-shop.ts`. */
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createAdministrator } from '#server/features/accounts/create-administrator.ts'
import { createTestApp } from '#tests/app.ts'
import { withDatabase } from '#tests/postgres-server.ts'
import { ADMIN } from './fill-shop.ts'

/** Starts the test server on a port. Call it once, at the top of a test file. */
export async function openTestShop(): Promise<{ base: string; databaseUrl: string }> {
  const { app, database } = await createTestApp()
  await createAdministrator(database, ADMIN)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  return { base, databaseUrl: withDatabase(inject('postgresUrl'), rows[0]!.name) }
}
