import { HONEYPOT_FIELD } from '#contract/requests.ts'

/** Whether a robot filled in the invisible field. It gets the answer of a success, and nothing is saved. */
export const isRobot = (body: { [HONEYPOT_FIELD]?: string }) => Boolean(body[HONEYPOT_FIELD]?.trim())
