import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { Db } from '#server/database/schema.ts'
import { createDatabaseUrl, openDatabase } from './app.ts'

/** A database as the version that ends at migration 080 left it, with a customer and an order. */
export async function createOlderDatabase(): Promise<Db> {
  const url = await createDatabaseUrl()
  const dump = gunzipSync(await readFile('server/database/080.sql.gz')).toString()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`drop schema public cascade; create schema public; ${dump}`)
  await client.end()
  return openDatabase(url)
}
