import type { Config } from '../config.ts'
import { readMigrations } from '../database/apply-migrations.ts'
import { migrationNames } from '../database/migrate.ts'
import type { Db } from '../database/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { requireDatabase, withDatabase } from './command.ts'

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
