import { type ErrorCode, errors } from '#contract/errors.ts'
import { invalidField, refusalAt } from './refusal.ts'

/** PostgreSQL's code for a value that another row already has. */
const UNIQUE_VIOLATION = '23505'

/** The code for a value that another row already has, and the form's field for it. */
export type Taken = {
  code: ErrorCode
  field: string
  /** Absent: the code's own message. */
  message?: string
  /** Codes and fields of the table's other unique indexes, by the index's name. */
  indexes?: Record<string, Taken>
}

/** The refusal, with its message at the field. */
export const takenRefusal = ({ code, field, message = errors[code].message }: Taken) =>
  refusalAt(code, field, message)

/**
 * Awaits a write, and throws the refusal when a unique index rejects it. A query before the write wouldn't be enough, because two users
 * may save the same value at once.
 */
export async function refuseTaken<Result>(write: Promise<Result>, taken: Taken): Promise<Result> {
  try {
    return await write
  } catch (error) {
    const { code, constraint = '' } = error as { code?: unknown; constraint?: string }
    throw code === UNIQUE_VIOLATION ? takenRefusal(taken.indexes?.[constraint] ?? taken) : error
  }
}

/** PostgreSQL's code for a value that a check of the table rejects. */
const CHECK_VIOLATION = '23514'

/** {@link refuseTaken}, and BAD_INPUT for a name that PostgreSQL folds to the reserved word `all`. */
export async function refuseName<Result>(write: Promise<Result>, taken: Taken): Promise<Result> {
  try {
    return await refuseTaken(write, taken)
  } catch (error) {
    if ((error as { code?: unknown }).code !== CHECK_VIOLATION) throw error
    throw invalidField(taken.field, 'Este nombre no se puede usar.')
  }
}
