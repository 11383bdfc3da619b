/** The database can't be reached, or the connection to it was lost. The cause is the driver's error. */
export class DatabaseUnavailable extends Error {
  /** PostgreSQL's or the operating system's code, such as ECONNREFUSED. */
  readonly code?: string

  constructor(cause: unknown) {
    super('The database is unavailable', { cause })
    this.code = (cause as { code?: string }).code
  }
}

/** PostgreSQL's codes after which the connection is closed or useless. */
const CONNECTION_ENDED = new Set([
  '57P01', // terminated by an administrator, also at a shutdown
  '57P02', // another server process has crashed
  '57P03', // starting up or shutting down
  '57P05', // idle for too long
  '25P03', // idle in a transaction for too long
  '25P04', // the transaction took too long
  '25006', // read only: after a failover this server is no longer the primary
])

/** PostgreSQL's codes of a serialization failure and of a deadlock: it has rolled the transaction back. */
const CONFLICT = new Set(['40001', '40P01'])

/** PostgreSQL's codes of missing resources, of its own timeouts, and of a failing disk or operating system. */
const BUSY = new Set(['53000', '53200', '53300', '53400', '57014', '55P03', '58000', '58030'])

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether PostgreSQL has ended the connection with this error. Class 08 is about connections. */
export const endsConnection = (error: unknown) =>
  CONNECTION_ENDED.has(codeOf(error)) || /^08...$/.test(codeOf(error))

/** Whether the connection to the database was lost, or couldn't be made. */
export const isConnectionLost = (error: unknown) =>
  error instanceof DatabaseUnavailable || endsConnection(error)

/** Whether PostgreSQL has rolled the transaction back because of another one, so that it can be run again. */
export const isConflict = (error: unknown) => CONFLICT.has(codeOf(error))

/** Whether a later attempt may succeed without any change: the database is unavailable or busy. All other errors are bugs. */
export const isOutage = (error: unknown) =>
  isConnectionLost(error) || isConflict(error) || BUSY.has(codeOf(error))
