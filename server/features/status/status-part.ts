import type { StatusWarning } from '#contract/status.ts'

/** A part of the status: its value, and what is wrong with it. */
export type Part<Value> = { value: Value; warnings: StatusWarning[] }

/** The maximum time to read a part. */
const MAX_PART_MS = 6_000

/** Reads a part of the status. A failure or a timeout becomes a warning, so that the other parts are still answered. */
export async function readPart<Value>(
  work: () => Promise<Part<Value>>,
  failed: { value: Value; warning: (reason: string) => StatusWarning },
): Promise<Part<Value>> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ShownError('no hubo respuesta a tiempo')), MAX_PART_MS)
  })
  try {
    return await Promise.race([work(), timeout])
  } catch (error) {
    return { value: failed.value, warnings: [failed.warning(describe(error))] }
  } finally {
    clearTimeout(timer)
  }
}

/** A failure of a part's own, whose message may be shown. */
export class ShownError extends Error {}

/** Describes another failure by its code, else by its name, because messages may contain addresses and passwords. */
function describe(error: unknown): string {
  if (error instanceof ShownError) return error.message
  const { code, name } = error as { code?: string; name?: string }
  return code ?? name ?? 'error'
}

export const alarm = (code: string, message: string): StatusWarning => ({ level: 'alarm', code, message })
export const advice = (code: string, message: string): StatusWarning => ({ level: 'advice', code, message })

/** The warning about a part that couldn't be read. */
export const unreadableWarning = (code: string, what: string) => (reason: string) =>
  alarm(code, `No se pudo saber ${what} (${reason}). El registro de la tienda puede decir más.`)

/** The warnings that apply: those that aren't false. */
export const thatApply = (...warnings: (StatusWarning | false)[]): StatusWarning[] =>
  warnings.filter((warning) => warning !== false)
