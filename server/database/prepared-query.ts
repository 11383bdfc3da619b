import pg from 'pg'

/** A statement as it is sent; without a name it isn't prepared. */
export type Sent = { name: string | undefined; text: string; values: unknown[] }

/** A row of a result: its columns by name. */
type Row = Record<string, unknown>
export type Result = { command: string; rowCount: number | null; rows: Row[] }

/** The columns of a statement's rows. PostgreSQL refuses a prepared statement whose columns would have changed since. */
export type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Row }

type Field = { name: string; dataTypeID: number; format: 'text' | 'binary' }
type TypeParsers = Pick<typeof pg.types, 'getTypeParser'>

/** What pg's declarations leave out. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string | undefined; text: string }): void
  bind(portal: { statement: string | undefined; values: unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(): void
  close(statement: { type: 'S'; name: string }): void
  sync(): void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

const columnsOf = (fields: Field[], types: TypeParsers): Columns => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID, format }) => types.getTypeParser(dataTypeID, format as 'text')),
  empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
})

const textsOf = (values: unknown[]) => values.map((value) => prepareValue(value))

/**
 * A statement for the driver, in place of the driver's own `Query`: that one asks PostgreSQL for the columns each time, which for the row of
 * a product takes as long as the row itself, in PostgreSQL and in Node.
 *
 * Others may be sent before it, at once: PostgreSQL commits everything up to the one message Sync together, or nothing if one fails,
 * and gives each statement its own snapshot. The earlier ones return rows without columns only.
 */
export class PreparedQuery {
  /** Undefined: it isn't prepared. */
  readonly name: string | undefined
  readonly text: string
  /** Called once, by the driver when the answer doesn't arrive in time. */
  callback: (error: unknown, result?: Result) => void
  readonly #values: unknown[]
  readonly #earlier: readonly Sent[]
  /** How many of the earlier ones PostgreSQL hasn't run yet. */
  #before: number
  readonly #types: TypeParsers
  /** The columns of the connection's statements, by their names. */
  readonly #known: Map<string, Columns>
  /** The statements that the connection has prepared, as the driver knows them. */
  #parsed: Record<string, string> = {}
  #columns: Columns | undefined
  #error: unknown
  readonly #result: Result = { command: '', rowCount: null, rows: [] }

  constructor(
    statement: Sent,
    {
      types,
      known,
      earlier = [],
    }: { types: TypeParsers; known: Map<string, Columns>; earlier?: readonly Sent[] },
    callback: (error: unknown, result?: Result) => void,
  ) {
    this.name = statement.name
    this.text = statement.text
    this.#values = statement.values
    this.#earlier = earlier
    this.#before = earlier.length
    this.#types = types
    this.#known = known
    this.callback = callback
  }

  submit(connection: Connection): Error | null {
    const { name, text } = this
    let values: unknown[]
    let earlier: Sent[]
    try {
      values = textsOf(this.#values)
      earlier = this.#earlier.map((one) => ({ ...one, values: textsOf(one.values) }))
    } catch (error) {
      return error as Error
    }
    const { stream, parsedStatements, submittedNamedStatements } = connection
    stream.cork()
    // Before the earlier ones: the driver takes the first "parsed" for this statement's.
    if (name && parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
      connection.parse({ name, text })
      submittedNamedStatements[name] = text
      this.#known.delete(name)
    }
    for (const one of earlier) {
      if (!one.name || parsedStatements[one.name] === undefined) {
        // An attempt that failed may have prepared it.
        if (one.name) connection.close({ type: 'S', name: one.name })
        connection.parse(one)
      }
      connection.bind({ statement: one.name, values: one.values })
      connection.execute()
    }
    if (!name) connection.parse({ name, text })
    connection.bind({ statement: name, values })
    this.#columns = name === undefined ? undefined : this.#known.get(name)
    if (!this.#columns) connection.describe({ type: 'P' })
    connection.execute()
    connection.sync()
    stream.uncork()
    this.#parsed = parsedStatements
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    this.#columns = columnsOf(fields, this.#types)
    if (this.name) this.#known.set(this.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    if (this.#before > 0) return
    try {
      const { names, parsers, empty } = this.#columns!
      const row = { ...empty }
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at]!
        if (text !== null) row[names[at]!] = parsers[at]!(text)
      }
      this.#result.rows.push(row)
    } catch (error) {
      this.#error ??= error
    }
  }

  /** @param text as `SELECT 12`, `UPDATE 3` or `INSERT 0 1` */
  handleCommandComplete({ text }: { text: string }) {
    if (this.#before > 0) {
      this.#before -= 1
      return
    }
    const [command, ...numbers] = text.split(' ')
    this.#result.command = command!
    const rows = numbers.at(-1)
    if (rows !== undefined) this.#result.rowCount = Number(rows)
  }

  handleReadyForQuery() {
    for (const { name, text } of this.#earlier) if (name) this.#parsed[name] = text
    if (this.#error) this.callback(this.#error)
    else this.callback(null, this.#result)
  }

  handleError(error: unknown) {
    this.callback(error)
  }

  handleEmptyQuery() {}
}
