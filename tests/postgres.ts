import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { administer, startPostgres, withDatabase } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address, without a database's name being meant. */
    postgresUrl: string
    /** A migrated, empty database to copy. */
    template: string
  }
}

/**
 * One PostgreSQL for the run: the embedded one, or `DATABASE_URL`'s, where only databases of the run's own are made and
 * dropped. Each test file then copies the template, which takes a tenth of a second.
 */
export default async function setup(project: TestProject) {
  const dataDir = join(tmpdir(), `botica-test-${process.pid}`)
  const { url, stop } = await startPostgres(dataDir)
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
    await rm(dataDir, { recursive: true, force: true })
  }
}
