import { PostgresAdapter, PostgresDialect } from 'kysely'

/**
 * Kysely locks migrations for a session, which a pooler that shares connections breaks, and which a failed migration can't
 * unlock. `migrate` takes a lock for its transaction instead.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

export class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter()
  }
}
