import { invalidField } from './refusal.ts'
import { refuseTaken, type Taken } from './refuse-taken.ts'

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
