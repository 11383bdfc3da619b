/** Milliseconds; 0 is no limit. */
export type Timeouts = {
  /** To get a connection: to make one, or to wait for a free one. */
  connect: number
  /** To run a statement, measured by PostgreSQL. */
  statement: number
  /** To get an answer, measured by the driver: longer than `statement`, for a PostgreSQL that doesn't answer any more. */
  answer: number
  /** To wait for a lock. */
  lock: number
  /** Between two statements of a transaction. PostgreSQL then ends the connection, which frees its locks. */
  idleInTransaction: number
}

/** For the shop, which must not wait for anything without end. */
export const SHOP_TIMEOUTS: Timeouts = {
  connect: 5_000,
  statement: 30_000,
  answer: 35_000,
  lock: 20_000,
  idleInTransaction: 60_000,
}

/** For a replica, which the database replaces when it doesn't answer soon. */
export const REPLICA_TIMEOUTS: Timeouts = {
  ...SHOP_TIMEOUTS,
  connect: 1_000,
  statement: 4_000,
  answer: 5_000,
}

/** For migrations, their locks, backups, restores and the operator's commands, which take as long as they take. */
export const MAINTENANCE_TIMEOUTS: Timeouts = {
  connect: 5_000,
  statement: 0,
  answer: 0,
  lock: 0,
  idleInTransaction: 0,
}

/** PostgreSQL's settings for these timeouts, in milliseconds. */
export const timeoutSettings = ({ statement, lock, idleInTransaction }: Timeouts) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
})
