import {
  type Expression,
  sql as kyselySql,
  type OperationNodeSource,
  type QueryResult,
  type RawBuilder,
  RawNode,
  ValueNode,
} from 'kysely'
import { send } from './connection.ts'
import type { Db } from './schema.ts'

/**
 * Kysely's `sql`, written in one pass: Kysely makes a tree of nodes of each template and visits it for every call, which takes
 * Node longer than the rest of a read. Both kinds of templates may be parts of each other, and of Kysely's queries. Of the
 * methods of Kysely's templates only those are there that the shop calls. Migrations and tests have Kysely's own.
 */
export const sql = Object.assign(
  <Row = unknown>(texts: TemplateStringsArray, ...parts: unknown[]) => new Sql<Row>(texts, parts),
  {
    raw: (text: string) => new Sql([text], []),
    ref: (name: string) => new Sql([name.split('.').map(quoted).join('.')], []),
    id: (name: string) => new Sql([quoted(name)], []),
    table: (name: string) => new Sql([quoted(name)], []),
    lit: (value: number | string | boolean | null) =>
      new Sql([typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)], []),
    join: (parts: readonly unknown[], separator: unknown = COMMA) => {
      const all = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
      return new Sql(Array(all.length + 1).fill(''), all)
    },
  },
) as unknown as Pick<typeof kyselySql, 'raw' | 'ref' | 'id' | 'table' | 'lit' | 'join'> &
  (<Row = unknown>(texts: TemplateStringsArray, ...parts: unknown[]) => RawBuilder<Row>)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A text between each two of its parts: other templates, or values, which become parameters. */
class Sql<Row> implements Expression<Row> {
  readonly #texts: readonly string[]
  readonly #parts: readonly unknown[]

  constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.#texts = texts
    this.#parts = parts
  }

  execute(database: Db): Promise<QueryResult<Row>> {
    const values: unknown[] = []
    const text = this.#write(values)
    return text === undefined ? kyselySql<Row>`${this}`.execute(database) : send<Row>(database, text, values)
  }

  get expressionType(): undefined {
    return undefined
  }

  as(alias: string) {
    return kyselySql<Row>`${this}`.as(alias)
  }

  toOperationNode(): RawNode {
    const nodes = this.#parts.map((part) =>
      isSource(part) ? part.toOperationNode() : ValueNode.create(part),
    )
    return RawNode.create([...this.#texts], nodes)
  }

  /** The text with numbered parameters, whose values are added to `values`; undefined when a part of it is Kysely's. */
  #write(values: unknown[]): string | undefined {
    let text = this.#texts[0]!
    for (let index = 0; index < this.#parts.length; index += 1) {
      const part = this.#parts[index]
      if (part instanceof Sql) {
        const written = part.#write(values)
        if (written === undefined) return undefined
        text += written
      } else if (isSource(part)) return undefined
      else text += `$${values.push(part)}`
      text += this.#texts[index + 1]!
    }
    return text
  }
}

const COMMA = new Sql([', '], [])

const isSource = (part: unknown): part is OperationNodeSource =>
  typeof part === 'object' && part !== null && 'toOperationNode' in part
