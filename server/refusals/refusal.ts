import type { z } from 'zod'
import { type ErrorCode, errors } from '#contract/errors.ts'
import type { RefusalData } from '#contract/refusal-data.ts'

type Details<Code> = {
  /** A message in place of the code's default. */
  message?: string
  issues?: { path: string; message: string }[]
  /** Data that the client needs to continue, such as the cart's current lines. */
  data?: Code extends keyof RefusalData ? RefusalData[Code] : undefined
  /** Seconds until the client may retry. */
  retryAfter?: number
}

/** An expected failure: a code of the contract, with its status and its Spanish message. No data has been changed. */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly status: number
  readonly details: Details<Code>

  constructor(code: Code, details: Details<Code> = {}) {
    super(details.message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.details = details
  }
}

/** A refusal whose message also stands at a field of the form. */
export const refusalAt = <Code extends ErrorCode>(
  code: Code,
  path: string,
  message: string,
  data?: Details<Code>['data'],
) => new Refusal(code, { message, issues: [{ path, message }], data })

/** BAD_INPUT with a message at one field of the form. */
export const invalidField = (path: string, message: string) =>
  new Refusal('BAD_INPUT', { issues: [{ path, message }] })

/** BAD_INPUT with the messages of a schema at the fields. */
export const invalidFields = ({ issues }: z.ZodError) =>
  new Refusal('BAD_INPUT', {
    issues: issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (value: string) => UUID.test(value)

/** The identifier in lower case. A malformed one is unknown: NOT_FOUND, not bad input. */
export function requireId(value: string): string {
  if (!isId(value)) throw new Refusal('NOT_FOUND')
  return value.toLowerCase()
}
