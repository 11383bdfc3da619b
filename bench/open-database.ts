import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectOptions, connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Db } from '#server/database/schema.ts'
import { administer, startPostgres, withDatabase } from '#tests/postgres-server.ts'
import { postmasterOf } from '../drills/processes.ts'
import type { Drill } from '../drills/run-drill.ts'
import { fill } from './fixtures.ts'

export type FilledDatabase = {
  url: string
  database: Db
  /** Copies the database under another name; nothing may be connected to it. */
  copy: () => Promise<string>
  /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
  postmaster: number | undefined
}

/** Creates a database with products and orders, which is dropped at the end. */
export async function openDatabase(
  { folder, atEnd }: Drill,
  counts: { products: number; orders: number },
  options?: Partial<ConnectOptions>,
): Promise<FilledDatabase> {
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres(dataDir)
  atEnd(() => postgres.stop())
  const name = `botica_bench_${process.pid}`
  const create = async (created: string, from = '') => {
    await administer(postgres.url, `create database ${created} ${from}`)
    atEnd(() => administer(postgres.url, `drop database ${created} with (force)`))
    return withDatabase(postgres.url, created)
  }
  const url = await create(name)
  const database = connect(url, { onError: () => {}, ...options })
  atEnd(() => database.destroy())
  await migrate(database)
  await fill(database, counts)
  return {
    url,
    database,
    copy: () => create(`${name}_copy`, `template ${name}`),
    postmaster: process.env.DATABASE_URL ? undefined : postmasterOf(realpathSync(join(dataDir, 'postgres'))),
  }
}
