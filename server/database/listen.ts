import pg from 'pg'
import { directAddress, KEEP_ALIVE_DELAY_MS } from './connection.ts'
import type { Db } from './schema.ts'
import { SHOP_TIMEOUTS } from './timeouts.ts'

/** Milliseconds between two attempts to connect. */
const RETRY_DELAY_MS = 2_000

/**
 * Follows a channel of PostgreSQL's NOTIFY on a connection of its own, which is replaced when it is lost. Behind a pooler it does
 * nothing: LISTEN needs a lasting connection.
 *
 * @param onNotify called for each notification, and after each connect, since earlier ones may have been missed
 * @returns ends the connection
 */
export function listen(database: Db, channel: string, onNotify: () => void): () => void {
  const connectionString = directAddress(database)
  if (!connectionString) return () => {}
  let client: pg.Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let ended = false

  const open = () => {
    const opened = new pg.Client({
      connectionString,
      application_name: 'botica-listen',
      connectionTimeoutMillis: SHOP_TIMEOUTS.connect,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    })
    client = opened
    let lost = false
    const replace = () => {
      if (lost || ended) return
      lost = true
      void opened.end().catch(() => {})
      retryTimer = setTimeout(open, RETRY_DELAY_MS).unref()
    }
    opened.on('error', replace)
    opened.on('end', replace)
    opened.on('notification', onNotify)
    opened
      .connect()
      .then(() => opened.query(`listen ${opened.escapeIdentifier(channel)}`))
      .then(onNotify)
      .catch(replace)
  }
  open()
  return () => {
    ended = true
    clearTimeout(retryTimer)
    void client?.end().catch(() => {})
  }
}
