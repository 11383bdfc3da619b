/** Checks what holds for every answer, whatever the request was. */
import { errors } from '#contract/errors.ts'

export type Answer = { status: number; type: string; body: Buffer }

const STATUSES = new Set<number>(Object.values(errors).map(({ status }) => status))

/** Words that people of the shop never read: English, a stack, SQL, a path of this machine. */
const LEAKS =
  /\b(must|invalid|expected|required|cannot|unexpected|client error|not found|internal server|bad request)\b|\n\s+at |node_modules|\.ts:\d|\b(select|insert|update|delete) .*\b(from|into|set)\b|relation "/i

/** Describes the broken promise of an answer; undefined for none. */
export function judgeAnswer({ status, type, body }: Answer): string | undefined {
  if (status >= 500) return `${status}: ${body.subarray(0, 200).toString()}`
  if (status < 400) return undefined
  if (!STATUSES.has(status)) return `a status that no refusal has: ${status}`
  if (!type.startsWith('application/json')) return `${status} as ${type || 'nothing'}`
  const refusal = read(body)
  if (!refusal) return `${status} without a code and a message: ${body.subarray(0, 200).toString()}`
  const texts = [refusal.message, ...(refusal.issues ?? []).map((issue) => issue.message)]
  const leak = texts.find((text) => LEAKS.test(text))
  return leak && `${status} says: ${leak.slice(0, 200)}`
}

type Refused = { code: string; message: string; issues?: { message: string }[] }

function read(body: Buffer): Refused | undefined {
  try {
    const refusal = JSON.parse(body.toString()) as Refused
    return refusal.code in errors && refusal.message.length > 0 ? refusal : undefined
  } catch {
    return undefined
  }
}
