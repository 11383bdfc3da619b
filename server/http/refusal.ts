import { type ErrorCode, errors } from '#contract/errors.ts'

type Details = {
  /** Replaces the code's own message. */
  message?: string
  issues?: { path: string; message: string }[]
  /** What the client needs to go on, such as the fresh lines of a cart. */
  data?: unknown
  /** Seconds. */
  retryAfter?: number
}

/** An expected failure: one of the contract's codes, with its status and its Spanish message. Nothing has changed. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.details = details
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (value: string) => UUID.test(value)

/** The identifier itself. A malformed one names nothing, so it is unknown (design §2.3). */
export function requireId(value: string): string {
  if (!isId(value)) throw new Refusal('NOT_FOUND')
  return value.toLowerCase()
}
