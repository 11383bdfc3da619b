import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { Refusal } from '../../http/refusal.ts'

/** PostgreSQL's codes: a value that another row has, and one that the table's own rules refuse. */
const UNIQUE = '23505'
const CHECK = '23514'

/**
 * Awaits a write, and turns the refusal of a unique index into `code`, said at the field. The index decides, not a look
 * beforehand: two people may save the same name at once.
 */
export async function refuseTaken<Result>(
  write: Promise<Result>,
  { code, field }: { code: ErrorCode; field: string },
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    const database = (error as { code?: unknown }).code
    if (database === UNIQUE) {
      throw new Refusal(code, { issues: [{ path: field, message: errors[code].message }] })
    }
    if (database === CHECK) {
      throw new Refusal('BAD_INPUT', { issues: [{ path: field, message: 'Este nombre no se puede usar.' }] })
    }
    throw error
  }
}
