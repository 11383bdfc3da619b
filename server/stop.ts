/** A signal repeated within this time counts as the same signal: with npm, a signal to the process group arrives twice. */
const SAME_SIGNAL_MS = 1_000

/**
 * Stops the process on SIGTERM or SIGINT: runs the closers, last first. A later second signal ends the process at once.
 *
 * @returns a function that stops the process in the same way, for a failed start
 */
export function stopOnSignal(closers: (() => Promise<unknown>)[]): (code: number) => Promise<void> {
  let signalledAt: number | undefined
  let stopping: Promise<void> | undefined

  const closeAll = async (code: number) => {
    for (const close of closers.toReversed()) await close().catch((error) => console.error(error))
    process.exit(code)
  }
  const stop = (code: number) => {
    stopping ??= closeAll(code)
    return stopping
  }
  const handle = () => {
    if (signalledAt !== undefined && performance.now() - signalledAt > SAME_SIGNAL_MS) process.exit(1)
    signalledAt ??= performance.now()
    stop(0)
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
  return stop
}
