import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connection.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address, without a database's name being meant. */
    postgresUrl: string
    /** A migrated, empty database to copy. */
    template: string
  }
}

/** The same address, naming another database. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * One PostgreSQL for the run: the embedded one, or `DATABASE_URL`'s, where only databases of the run's own are made and
 * dropped. Each test file then copies the template, which takes a tenth of a second.
 */
export default async function setup(project: TestProject) {
  const { url, stop } = await startServer()
  const template = `botica_test_${process.pid}`
  await administer(url, `create database ${template}`)
  const database = connect(withDatabase(url, template), { onError: console.error })
  await migrate(database)
  await database.destroy()
  project.provide('postgresUrl', url)
  project.provide('template', template)
  return async () => {
    await administer(url, `drop database ${template}`)
    await stop()
  }
}

async function startServer() {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  // PostgreSQL's own account has to reach it when the tests run as root.
  await chmod(dataDir, 0o711)
  const { url, stop } = await startEmbedded({
    dataDir,
    log: () => {},
    settings: { fsync: 'off', max_connections: '200' },
  })
  return {
    url,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
