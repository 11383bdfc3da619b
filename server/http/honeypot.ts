import { HONEYPOT_FIELD } from '#contract/requests.ts'

/** Whether a robot filled in the invisible field. A robot gets a success as the answer, and nothing is saved. */
export const isRobot = (body: { [HONEYPOT_FIELD]?: string }) => Boolean(body[HONEYPOT_FIELD]?.trim())
