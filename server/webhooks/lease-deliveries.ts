import { sql } from 'kysely'
import type { DeliveryError } from '#contract/webhooks.ts'
import type { Db } from '../database/schema.ts'

/** An event for a webhook, which only the holder of its lease may send until the lease ends. */
export type LeasedDelivery = {
  id: string
  webhookId: string
  url: string
  secret: string
  type: string
  data: unknown
  happenedAt: string
  attempts: number
  lease: string
}

/** Longer than the time limit of an attempt (`ATTEMPT_TIMEOUT_MS` in deliver-events.ts). */
const LEASE_SECONDS = 30

/** The most events under way to one webhook, so that a receiver that hangs leaves room for the others. */
const PARALLEL_EACH = 4

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds after each failed attempt until the next, not quite three days in all. */
export const RETRY_DELAYS = [
  ...[5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1, 3, 7, 12, 24, 24].map((hours) => hours * HOUR),
]

/**
 * Leases up to `count` due events, oldest first. An event waits while an earlier one of the same order or product waits for the same
 * webhook. A leased change of stock takes no further changes.
 */
export async function leaseDeliveries(
  database: Db,
  count: number,
  underWay: ReadonlySet<Pick<LeasedDelivery, 'webhookId'>> = new Set(),
): Promise<LeasedDelivery[]> {
  const busy = [...underWay].map(({ webhookId }) => webhookId)
  // Literal limits: for parameters, the planner assumes many rows.
  const { rows } = await sql<LeasedDelivery>`
    with due as materialized (
      select event.id from webhooks
      cross join lateral (
        select id, due_at from webhook_deliveries event
        where webhook_id = webhooks.id and due_at <= now() and not exists (
          select from webhook_deliveries earlier
          where earlier.webhook_id = event.webhook_id and earlier.subject_id = event.subject_id
            and earlier.due_at is not null and earlier.position < event.position)
        order by due_at
        limit greatest(0, ${sql.lit(PARALLEL_EACH)} - cardinality(array_positions(${busy}::uuid[], webhooks.id)))
        for update skip locked
      ) event
      limit ${sql.lit(count)}
    )
    update webhook_deliveries event
    set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), lease = gen_random_uuid(), is_open = false
    from webhooks
    where event.id = any(array(select id from due)) and webhooks.id = event.webhook_id
    returning event.id, webhook_id as "webhookId", url, secret, type, data, happened_at as "happenedAt", attempts, lease`.execute(
    database,
  )
  return rows
}

/** Records that an event was delivered, even if the lease has ended meanwhile. */
export const markDelivered = (database: Db, { id }: LeasedDelivery, status: number) =>
  sql`update webhook_deliveries set due_at = null, delivered_at = clock_timestamp(), attempts = attempts + 1,
      last_status = ${status}, last_error = null, lease = null
    where id = ${id}`.execute(database)

/** Records a failed attempt and the time of the next; the last attempt gives the event up. */
export const markFailed = (
  database: Db,
  { id, lease, attempts }: LeasedDelivery,
  { status, error }: { status: number | null; error: DeliveryError },
) => {
  const delay = RETRY_DELAYS[attempts]
  return sql`update webhook_deliveries set attempts = ${attempts + 1}, last_status = ${status}, last_error = ${error}, lease = null,
      delivered_at = null,
      due_at = ${delay === undefined ? null : sql`clock_timestamp() + make_interval(secs => ${delay})`}
    where id = ${id} and lease = ${lease}`.execute(database)
}

/** Returns an event to the queue at once, without counting an attempt. */
export const returnDelivery = (database: Db, { id, lease }: LeasedDelivery) =>
  sql`update webhook_deliveries set due_at = clock_timestamp(), lease = null
    where id = ${id} and lease = ${lease}`.execute(database)

/** Ends all leases. Only for a server that has the database to itself and isn't sending yet. */
export const endLeases = (database: Db) =>
  sql`update webhook_deliveries set due_at = clock_timestamp(), lease = null where lease is not null`.execute(
    database,
  )
