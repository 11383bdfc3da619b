import { sql } from 'kysely'
import type { BankStatement } from '#contract/payments.ts'
import { type Counted, listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'

const ofState = (state: string) =>
  sql`(select count(*)::int from payments where statement_id = bank_statements.id and state = ${sql.lit(state)})`

const COLUMNS = sql`bank_statements.id as "_id", bank, account, file_name as "fileName", actor_name as actor,
  bank_statements.created_at as "createdAt", coalesce(first_day::text, '') as "from", coalesce(last_day::text, '') as "to",
  credits, repeated, gaps, refused, ${ofState('sure')} as sure, ${ofState('proposed')} as proposed,
  ${ofState('unknown')} as unknown, ${ofState('matched')} as matched, ${ofState('aside')} as aside`

/** The bank statements, newest first (docs/product.md#bank-statements). */
export async function listStatements(
  database: Db,
  query: PageRequest,
): Promise<{ data: BankStatement[] } & Counted> {
  const { rows, ...counted } = await listPage<BankStatement>(database, query, {
    table: 'bank_statements',
    columns: COLUMNS,
  })
  return { data: rows, ...counted }
}

export async function findStatement(database: Db, id: string): Promise<BankStatement | undefined> {
  const { rows } = await sql<BankStatement>`
    select ${COLUMNS} from bank_statements where id = ${id}`.execute(database)
  return rows[0]
}
