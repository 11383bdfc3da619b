/** The content of the database in one text, to see that a refusal changed nothing. */
import type pg from 'pg'

/** Tables that change without a successful call: counted attempts, and mails while they are being sent. */
const EXCLUDED_TABLES = ['rate_limits', 'mails']

export async function fingerprint(client: pg.Client): Promise<string> {
  const tables = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
    [EXCLUDED_TABLES],
  )
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from ${name} t`,
    )
    texts.push(`${name} ${rows[0]!.print}`)
  }
  const { rows } = await client.query<{ mails: number }>('select count(*)::int as mails from mails')
  return [...texts, `mails ${rows[0]!.mails}`].join('\n')
}
