import { connectionOf, send } from './connection.ts'
import { repeatConflicts } from './in-transaction.ts'
import type { Db } from './schema.ts'

/**
 * A statement that is written once, with the names of its parameters where their values go. For what every purchase runs: the
 * query builder, which composes a text for each call, takes twice as long.
 */
export type Statement<Row, Name extends string = string> = {
  text: string
  names: readonly Name[]
  /** Only the type of the rows. */
  row?: Row
}

/** A text without parameters, to be a part of statements. */
type Fragment = { fragment: string }

export const fragment = (text: string): Fragment => ({ fragment: text })

/**
 * Makes a statement of a text: ``statement<Row>()`select … where id = ${'id'}` ``. A name that occurs several times is one
 * parameter.
 */
export const statement =
  <Row>() =>
  <Name extends string = never>(
    parts: TemplateStringsArray,
    ...between: (Name | Fragment)[]
  ): Statement<Row, Name> => {
    const names: Name[] = []
    const place = (name: Name) => {
      if (!names.includes(name)) names.push(name)
      return `$${names.indexOf(name) + 1}`
    }
    const inserted = between.map((part) => (typeof part === 'string' ? place(part) : part.fragment))
    return { text: String.raw({ raw: parts }, ...inserted), names }
  }

type Values<Name extends string> = Record<Name, unknown>

const inOrder = <Name extends string>({ names }: Statement<unknown, Name>, values: Values<Name>) =>
  names.map((name) => values[name])

/** Runs a statement, in the transaction if `database` is one. */
export const run = async <Row, Name extends string>(
  database: Db,
  what: Statement<Row, Name>,
  values: Values<Name>,
): Promise<Row[]> => (await send<Row>(database, what.text, inOrder(what, values))).rows

/** Runs a statement over a connection. */
export type Run = <Row, Name extends string>(
  what: Statement<Row, Name>,
  values: Values<Name>,
) => Promise<Row[]>

/** Does a piece of work as soon as there is a connection of the pool for it. */
export async function overConnection<Result>(
  database: Db,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const connection = await connectionOf(database)
  try {
    return await work(async (what, values) => (await connection.query(what.text, inOrder(what, values))).rows)
  } finally {
    connection.release()
  }
}

/**
 * Runs two statements in a transaction of their own, in one round trip. The second one sees what was committed while the first
 * one waited for a lock. Repeated after a conflict, as `inTransaction` does.
 */
export async function runAfter<Row, First extends string, Name extends string>(
  database: Db,
  first: Statement<never, First>,
  what: Statement<Row, Name>,
  values: Values<First | Name>,
): Promise<Row[]> {
  const statements = [
    { text: first.text, values: inOrder(first, values) },
    { text: what.text, values: inOrder(what, values) },
  ]
  return repeatConflicts(async () => {
    const connection = await connectionOf(database)
    try {
      return await connection.queryTogether<Row>(statements)
    } finally {
      connection.release()
    }
  })
}
