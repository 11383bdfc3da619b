import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { query, startPostgres, withDatabaseName } from '#tests/postgres-server.ts'

/**
 * Starts the built shop as an operator does, with its own data folder and database, and writes both to a file for the tests.
 * PostgreSQL ends with this process.
 */
const dataDir = join(tmpdir(), `botica-e2e-${process.env.PORT}`)
const { url } = await startPostgres(dataDir)
const name = `botica_e2e_${process.pid}`
await query(url, `create database ${name}`)

const databaseUrl = withDatabaseName(url, name)
await mkdir('test-results', { recursive: true })
await writeFile(`test-results/e2e-${process.env.SHOP_NAME}.json`, JSON.stringify({ databaseUrl, dataDir }))

Object.assign(process.env, {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DEMO: 'off',
  ADMIN_EMAIL: 'admin@botica.cl',
  ADMIN_PASSWORD: 'clave-de-prueba',
  LIMIT_PER_ADDRESS: 'off',
  // Receivers of the tests' webhooks are on this machine.
  WEBHOOK_NETWORKS: 'loopback',
})
await import(pathToFileURL('build/node/main.js').href)
