/** Throttles work: never two runs at the same time or within `intervalMs` milliseconds. Calls in between cause one run afterwards. */
export function throttle(
  intervalMs: number,
  work: () => Promise<void>,
): { call: () => void; stop: () => void } {
  let busy = false
  let again = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const call = () => {
    if (stopped) return
    if (busy) {
      again = true
      return
    }
    busy = true
    void work().finally(() => {
      timer = setTimeout(() => {
        busy = false
        if (!again) return
        again = false
        call()
      }, intervalMs).unref()
    })
  }
  return {
    call,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
