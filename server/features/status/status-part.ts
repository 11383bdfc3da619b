import type { StatusWarning } from '#contract/status.ts'

/** A part of the status: its value, and what is wrong with it. */
export type Part<Value> = { value: Value; warnings: StatusWarning[] }

/** A failure of a part's own, whose message may be shown. */
export class ShownError extends Error {}

export const alarm = (code: string, message: string): StatusWarning => ({ level: 'alarm', code, message })
export const advice = (code: string, message: string): StatusWarning => ({ level: 'advice', code, message })

/** The warnings that apply: those that aren't false. */
export const thatApply = (...warnings: (StatusWarning | false)[]): StatusWarning[] =>
  warnings.filter((warning) => warning !== false)
