import { useEffect, useRef, useState } from 'react'

/**
 * Loads what a part of a screen needs besides the route's data, after the page. A call whose answer nobody waits for any more is
 * aborted.
 *
 * @param of loads again when it changes; the value before stays until the answer
 * @param onFailure without it a failure is silent
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  of: unknown,
  onFailure?: (error: unknown) => unknown,
): Value | undefined {
  const [value, setValue] = useState<Value>()
  const latest = useRef({ load, onFailure })
  latest.current = { load, onFailure }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is loaded.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    latest.current.load(signal).then(
      (loaded) => signal.aborted || setValue(() => loaded),
      (error) => signal.aborted || latest.current.onFailure?.(error),
    )
    return () => leaving.abort()
  }, [of])
  return value
}
