import { email as emailField } from '#contract/fields.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { readMigrations } from '../database/apply-migrations.ts'
import { connect } from '../database/connection.ts'
import { connectOrStartEmbedded, hasEmbedded } from '../database/embedded/connect-or-start.ts'
import { migrationNames } from '../database/migrate.ts'
import type { Db } from '../database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '../database/timeouts.ts'
import { OperatorError } from '../operator-error.ts'
import { Refusal } from '../refusals/refusal.ts'

/** The configuration of a command; an invalid one ends the process with a message. */
export function readCommandConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * Opens the shop's database for a command that may run beside the server: `DATABASE_URL`, the running embedded PostgreSQL, or
 * one that runs until `work` ends.
 *
 * @param log for lines about the start of PostgreSQL
 */
export async function withDatabase<Result>(
  { databaseUrl, databasePooler, dataDir }: Pick<Config, 'databaseUrl' | 'databasePooler' | 'dataDir'>,
  log: (text: string) => void,
  work: (database: Db) => Promise<Result>,
): Promise<Result> {
  const embedded = databaseUrl ? undefined : await connectOrStartEmbedded({ dataDir, log })
  try {
    const url = embedded?.url ?? databaseUrl ?? ''
    // PostgreSQL may stop before the last connection is closed.
    let closing = false
    const database = connect(url, {
      max: 2,
      pooler: databasePooler,
      timeouts: MAINTENANCE_TIMEOUTS,
      onError: (error) => closing || console.error(`PostgreSQL: ${error.message}`),
    })
    return await work(database).finally(() => {
      closing = true
      return database.destroy()
    })
  } finally {
    await embedded?.stop()
  }
}

/** @throws OperatorError when there is no database yet: a command must not create a database */
export function requireDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (!databaseUrl && !hasEmbedded(dataDir))
    throw new OperatorError(`No hay una base de datos en ${dataDir}. Revisa DATA_DIR o DATABASE_URL.`)
}

/**
 * Opens the database of a shop that exists already and has this version's tables.
 *
 * @throws OperatorError
 */
export async function withShopDatabase(config: Config, work: (database: Db) => Promise<void>): Promise<void> {
  requireDatabase(config)
  // The command's own output is on stdout.
  await withDatabase(config, console.error, async (database) => {
    const done = await readMigrations(database)
    if (done.length === 0) throw new OperatorError('La base de datos no es de Botica: no tiene sus tablas.')
    if (String(done) !== String(migrationNames))
      throw new OperatorError(
        'Las tablas de la base de datos son de otra versión de Botica. Reinicia la tienda con npm start e intenta nuevamente.',
      )
    await work(database)
  })
}

/** Runs a command. An expected error is printed as its message, any other with its stack; both set the exit status 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const expected = error instanceof OperatorError || error instanceof Refusal
    console.error(expected ? error.message : error)
    process.exitCode = 1
  }
}

/** The e-mail argument of a command, in lower case. */
export function readEmail(given: string | undefined, usage: string): string {
  if (!given) throw new OperatorError(usage)
  const message = `${given} no es un correo.\n${usage}`
  const { data } = emailField(message, message).safeParse(given)
  if (!data) throw new OperatorError(message)
  return data
}
