import pg from 'pg'

/** A statement as it is sent; unnamed where connections are shared. */
export type Sent = { name: string | undefined; text: string; values: unknown[] }

/** What pg's declarations leave out. */
type Connection = {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string | undefined; text: string }): void
  bind(portal: { statement: string | undefined; values: unknown[] }): void
  execute(portal: { portal: string }): void
  close(statement: { type: 'S'; name: string }): void
}

type Prepare = (connection: Connection) => void

/**
 * Statements that are sent at once: the driver writes the last one, with the message that ends the transaction, and this class
 * the earlier ones before it. PostgreSQL commits them together, or none of them if one fails, and gives each its own
 * snapshot. The earlier ones return rows without columns only, and their values are texts.
 */
export class Together extends pg.Query {
  readonly #earlier: Sent[]
  readonly #last: Sent
  #connection: Connection | undefined

  constructor(
    earlier: Sent[],
    last: Sent,
    done: (error: Error | undefined, rows: Record<string, unknown>[]) => void,
  ) {
    // Also without a name and values: as a simple query it would be sent without the earlier ones.
    super({ ...last, queryMode: 'extended' } as pg.QueryConfig, undefined, (error, results) => {
      if (error) return done(error, [])
      for (const { name, text } of earlier) if (name) this.#connection!.parsedStatements[name] = text
      done(undefined, [results].flat().at(-1)!.rows)
    })
    this.#earlier = earlier
    this.#last = last
  }

  /** Called by the driver, which collects what is written and sends it at once. */
  prepare = (connection: Connection) => {
    this.#connection = connection
    const { name, text } = this.#last
    // The driver takes the first "parsed" for the last statement's.
    if (name && !connection.parsedStatements[name]) {
      connection.parse({ name, text })
      connection.submittedNamedStatements[name] = text
    }
    for (const earlier of this.#earlier) {
      if (!earlier.name || !connection.parsedStatements[earlier.name]) {
        // An attempt that failed may have prepared it.
        if (earlier.name) connection.close({ type: 'S', name: earlier.name })
        connection.parse(earlier)
      }
      connection.bind({ statement: earlier.name, values: earlier.values })
      connection.execute({ portal: '' })
    }
    ;(pg.Query.prototype as unknown as { prepare: Prepare }).prepare.call(this, connection)
  }
}
