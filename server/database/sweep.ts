import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** The number of removed rows by kind. */
export type Swept = { sessions: number; devices: number; recoveryLinks: number; mails: number }

/**
 * Deletes expired sessions, tokens of mails and cookies, and rate limits, and mails and events that ended 30 days ago. Any server may run it at any time.
 */
export async function sweep(database: Db): Promise<Swept> {
  const sessions = await sql`delete from sessions where expires_at < now()`.execute(database)
  const tokens = await sql<{ devices: number; recoveryLinks: number }>`
    with expired as (delete from tokens where expires_at < now() returning purpose)
    select count(*) filter (where purpose in ('known-device', 'remembered-device'))::int as devices,
      count(*) filter (where purpose = 'password-reset')::int as "recoveryLinks" from expired`.execute(
    database,
  )
  await sql`delete from second_factors where confirmed_at is null and started_at < now() - interval '1 hour'`.execute(
    database,
  )
  await sql`delete from rate_limits where resets_at < now()`.execute(database)
  await sql`delete from batch_answers where created_at < now() - interval '24 hours'`.execute(database)
  await sql`
    delete from webhook_deliveries where due_at is null and happened_at < now() - interval '30 days'`.execute(
    database,
  )
  // Answers to form requests outlive their mails, so they keep the time of sending.
  const mails = await sql<{ expired: number }>`
    with expired as (
      delete from mails where due_at is null and queued_at < now() - interval '30 days' returning message, sent_at
    ), noted as (
      update request_answers answer set sent_at = expired.sent_at from expired
      where expired.message ->> 'answerId' = answer.id::text and expired.sent_at is not null
    )
    select count(*)::int as expired from expired`.execute(database)
  return {
    sessions: Number(sessions.numAffectedRows ?? 0),
    ...tokens.rows[0]!,
    mails: mails.rows[0]!.expired,
  }
}
