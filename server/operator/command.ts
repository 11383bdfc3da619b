import { type Config, ConfigError, readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { connectOrStartEmbedded, hasEmbedded } from '../database/embedded/connect-or-start.ts'
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
