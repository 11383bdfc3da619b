/** Timeouts in milliseconds; 0: no limit. */
export type Timeouts = {
  /** The time limit to get a new or a free connection. */
  connect: number
  /** The time limit of a statement, enforced by PostgreSQL. */
  statement: number
  /** The time limit of an answer, enforced by the driver: longer than `statement`, for a PostgreSQL that hangs. */
  answer: number
  /** The time limit of waiting for a lock. */
  lock: number
  /** The time limit between two statements of a transaction. PostgreSQL then ends the connection, which frees its locks. */
  idleInTransaction: number
}

/** Timeouts of the shop, which must never wait forever. */
export const SHOP_TIMEOUTS: Timeouts = {
  connect: 5_000,
  statement: 30_000,
  answer: 35_000,
  lock: 20_000,
  idleInTransaction: 60_000,
}

/** Timeouts of a replica: short, since the database answers in its place. */
export const REPLICA_TIMEOUTS: Timeouts = {
  ...SHOP_TIMEOUTS,
  connect: 1_000,
  statement: 4_000,
  answer: 5_000,
}

/** Timeouts of migrations, backups, restores and the operator's commands, which may take long. */
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
