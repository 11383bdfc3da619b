import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { erasePerson } from '#server/features/people-data/erase-person.ts'
import type { TestApp } from './app.ts'
import type { Person } from './person.ts'

type App = Pick<TestApp, 'database' | 'images' | 'config'>

/** For each table the number of rows with a text in any column. */
export async function traces(database: Db, text: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database)
  const found: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ hits: number }>`
      select count(*)::int as hits from ${sql.id(name)} t where to_jsonb(t)::text ilike ${`%${text}%`}`.execute(
      database,
    )
    if (hits[0]!.hits > 0) found[name] = hits[0]!.hits
  }
  return found
}

export const erase = ({ database, images, config }: App, email: string) =>
  erasePerson(database, images, { email, dataDir: config.dataDir, actor: 'operador' })

/** Everything that identifies the person. */
const detailsOf = ({ token: _, photo: __, admin: ___, ...details }: Person) => Object.values(details)

/** Looks for the person in every table and every file. Audit entries keep the account's id. */
export async function expectNoTrace({ database, config }: App, person: Person) {
  for (const detail of detailsOf(person)) {
    const { audit_entries: kept, ...found } = await traces(database, detail)
    expect({ detail, found }).toEqual({ detail, found: {} })
    if (detail !== person.id) expect({ detail, kept }).toEqual({ detail, kept: undefined })
  }
  for (const entry of await readdir(config.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1')
    for (const detail of [person.email, person.id, person.name])
      expect(`${entry.name} ${content}`).not.toContain(detail)
  }
}

/** Orders without the person's details, lines and stock. */
export const anonymousOrders = async ({ database }: App) => {
  const { rows: orders } = await sql`
    select id, number, status, total, created_at,
      (select json_agg(l order by position) from order_lines l where order_id = orders.id) as lines
    from orders order by number`.execute(database)
  const { rows: stock } = await sql`select id, stock from products order by id`.execute(database)
  return { orders, stock }
}
