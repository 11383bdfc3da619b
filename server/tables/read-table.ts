import type { Db } from '../database/schema.ts'
import type { Refusal } from '../refusals/refusal.ts'
import { SpreadsheetRejected } from '../spreadsheets/rejected.ts'

type Refusals<Unknown> = {
  /** The refusal of a file that can't be read, with the reason. */
  unreadable: (message: string) => Refusal
  /** The refusal that asks for columns. */
  unknown: (unknown: Unknown) => Refusal
}

/**
 * Reads the table of a file part by part, in a limited process or in this one.
 *
 * @param read posts the parts in order
 * @throws Refusal for an unreadable file, and for one whose columns somebody has to assign
 */
export async function readTable<Part extends { unknown?: unknown }>(
  read: (onPart: (part: Part) => void) => Promise<void>,
  onPart: (part: Part) => void,
  refusals: Refusals<NonNullable<Part['unknown']>>,
): Promise<void> {
  let unknown: Part['unknown'] | undefined
  try {
    await read((part) => {
      unknown = part.unknown ?? unknown
      onPart(part)
    })
  } catch (error) {
    if (error instanceof SpreadsheetRejected) throw refusals.unreadable(error.message)
    throw error
  }
  if (unknown) throw refusals.unknown(unknown)
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

/**
 * Lets one such work run at a time on each server, because a file and its plan take much memory.
 *
 * @param refusal what the work is refused with while another one runs
 */
export function oneAtATime(refusal: () => Refusal) {
  /** The servers where it runs; each has its own `Db`. */
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
