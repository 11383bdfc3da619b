import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { query, startPostgres, withDatabaseName } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server; its database name is not used. */
    postgresUrl: string
    /** A migrated, empty database to copy. */
    template: string
  }
}

/** Starts one PostgreSQL for the run. Each test file copies the template database, which takes a tenth of a second. */
export default async function setup(project: TestProject) {
  const dataDir = join(tmpdir(), `botica-test-${process.pid}`)
  const { url, stop } = await startPostgres(dataDir)
  const template = `botica_test_${process.pid}`
  await query(url, `create database ${template}`)
  const database = connect(withDatabaseName(url, template), { onError: console.error })
  await migrate(database)
  await database.destroy()
  project.provide('postgresUrl', url)
  project.provide('template', template)
  return async () => {
    await query(url, `drop database ${template}`)
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
