import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { connect } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '../database/timeouts.ts'
import { noteScratchDatabase } from '../features/backups/backup-state.ts'
import { BackupError } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'

type Proof = {
  folder: string
  database: Db
  /** The address of `database`, whose server gets the scratch database. */
  url: string
  config: Pick<Config, 's3' | 'databasePooler'>
}

/**
 * Restores a backup's rows into a new database of the same server, which counts rows and images, and drops the database again.
 *
 * @throws BackupError when the backup can't be restored, or the role may not create databases
 */
export async function proveBackup({ folder, database, url, config }: Proof): Promise<void> {
  const backup = await checkBackup(folder, config)
  const name = `botica_prueba_${randomBytes(12).toString('hex')}`
  // The name is noted first: after a crash, the next run drops exactly this database.
  await noteScratchDatabase(database, name)
  await createScratchDatabase(database, name)
  const scratch = connect(withDatabaseName(url, name), {
    max: 2,
    pooler: config.databasePooler,
    timeouts: MAINTENANCE_TIMEOUTS,
    onError: () => {},
  })
  try {
    await connectTo(scratch, config)
    await restoreBackup({ folder, backup, database: scratch, log: () => {} })
  } finally {
    await scratch.destroy()
    await dropScratchDatabase(database, name)
  }
}

async function createScratchDatabase(database: Db, name: string): Promise<void> {
  try {
    await sql`create database ${sql.id(name)} template template0`.execute(database)
  } catch (error) {
    await noteScratchDatabase(database, '')
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    const { rows } = await sql<{ role: string }>`select quote_ident(current_user) as role`.execute(database)
    throw new BackupError(
      'El usuario de DATABASE_URL no puede crear la base de datos en que se prueba el respaldo. ' +
        `Dale el permiso con: ALTER ROLE ${rows[0]!.role} CREATEDB;`,
    )
  }
}

/** Connects once, since a pooler may know only the shop's own database. */
async function connectTo(scratch: Db, { databasePooler }: Pick<Config, 'databasePooler'>): Promise<void> {
  await sql`select 1`.execute(scratch).catch((error: unknown) => {
    if (!databasePooler) throw error
    throw new BackupError(
      'El pgbouncer de DATABASE_URL no conoce la base de datos en que se prueba el respaldo. ' +
        'Agrega a su sección [databases] una línea que empiece con * (deploy/pgbouncer.ini).',
    )
  })
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Drops a scratch database, also one that a killed run left behind. */
export async function dropScratchDatabase(database: Db, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(database)
  await noteScratchDatabase(database, '')
}

/** The address with another database name. */
function withDatabaseName(url: string, name: string): string {
  // An address may have no host: `postgresql://botica@/botica?host=/socket`.
  const address = new URL(url.replace('@/', '@localhost/'))
  address.pathname = `/${name}`
  return address.href
}
