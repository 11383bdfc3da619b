/**
 * Runs work at once when it is called, but never twice at the same time or within `pace` milliseconds: calls meanwhile are
 * answered by one run afterwards.
 */
export function throttle(pace: number, work: () => Promise<void>): { call: () => void; stop: () => void } {
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
      }, pace).unref()
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
