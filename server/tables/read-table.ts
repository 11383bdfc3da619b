import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { Refusal } from '../refusals/refusal.ts'
import { runLimited } from '../spreadsheets/limited-process.ts'
import { SpreadsheetRejected } from '../spreadsheets/rejected.ts'
import type { Assigned } from './headings.ts'

type Reading<Part> = {
  onPart: (part: Part) => void
  /** Called with the error when a file crashes its process. */
  onCrash: (error: unknown) => void
  /** The refusal of a file that can't be read, with the reason. */
  refuse: (message: string) => Refusal
}

/**
 * Reads the table of a file part by part, in a limited process.
 *
 * @param reader the module that the process runs, or a function that reads in this process and posts the parts
 * @throws Refusal for an unreadable file
 */
export async function readTable<Part, Input extends { bytes: Buffer }>(
  reader: URL | ((input: Input, post: (part: Part) => void) => Promise<void>),
  input: Input,
  { onPart, onCrash, refuse }: Reading<Part>,
): Promise<void> {
  try {
    if (reader instanceof URL) await runLimited<Part>(reader, { input, onPart, onCrash })
    else await reader(input, onPart)
  } catch (error) {
    if (error instanceof SpreadsheetRejected) throw refuse(error.message)
    throw error
  }
}

/** A refusal's message with the headings that were seen. */
export function withHeadings(
  message: string,
  sheets: readonly { columns: readonly { heading: string }[] }[],
  without: string,
): string {
  const seen = sheets.flatMap(({ columns }) => columns.flatMap(({ heading }) => heading || []))
  return seen.length > 0 ? `${message} Encabezados: ${seen.join(', ')}.` : without
}

/** The kinds of tables whose assigned columns are remembered. */
type Kind = 'products' | 'statement'
/** All files of products have one layout: a heading means the same in each of them. */
export const ANY_LAYOUT = ''

/** Reads the columns that people assigned before, by the layout of their files. */
export async function readRemembered<Field extends string>(
  database: Db,
  kind: Kind,
  fields: readonly Field[],
): Promise<Map<string, Assigned<Field>>> {
  const rows = await database
    .selectFrom('remembered_columns')
    .select(['layout', 'column_key', 'field'])
    .where('kind', '=', kind)
    .execute()
  const isField = (field: string): field is Field | '' => field === '' || fields.some((one) => one === field)
  const layouts = new Map<string, Map<string, Field | ''>>()
  for (const { layout, column_key, field } of rows) {
    const columns = layouts.get(layout) ?? new Map()
    if (isField(field)) layouts.set(layout, columns.set(column_key, field))
  }
  return layouts
}

export async function rememberColumns(
  database: Db,
  kind: Kind,
  { layout, columns }: { layout: string; columns: Assigned<string> },
): Promise<void> {
  if (layout !== ANY_LAYOUT)
    await sql`delete from remembered_columns where kind = ${kind} and layout = ${layout}`.execute(database)
  const rows = [...columns]
    // A column without a heading can't be found in files of another layout.
    .filter(([key]) => layout !== ANY_LAYOUT || !key.includes('#'))
    .map(([column_key, field]) => ({ kind, layout, column_key, field }))
  if (rows.length === 0) return
  await database
    .insertInto('remembered_columns')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'layout', 'column_key'])
        .doUpdateSet({ field: (row) => row.ref('excluded.field') }),
    )
    .execute()
}

/**
 * Makes a function that runs one work at a time on each server, because a file and its plan take much memory.
 *
 * @param refusal makes the refusal for work that comes while other work runs
 */
export function oneAtATime(refusal: () => Refusal) {
  /** The databases with work under way; each server has its own `Db`. */
  const running = new WeakSet<Db>()
  return async <Result>(database: Db, work: () => Promise<Result>): Promise<Result> => {
    if (running.has(database)) throw refusal()
    running.add(database)
    try {
      return await work()
    } finally {
      running.delete(database)
    }
  }
}
