import { useEffect, useEffectEvent, useState } from 'react'
import { refusalOf } from './server-failure.ts'

/**
 * Loads data for a part of a screen after the page, apart from the route's data. A call whose answer isn't needed any more is
 * aborted.
 *
 * @param of the key of the data: another key loads again, and the value before stays until the answer
 * @param onFailure without it a failure is silent
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  of: unknown,
  onFailure?: (error: unknown) => unknown,
): Value | undefined {
  const [value, setValue] = useState<Value>()
  const start = useEffectEvent((signal: AbortSignal) =>
    load(signal).then(
      (loaded) => signal.aborted || setValue(() => loaded),
      (error) => signal.aborted || onFailure?.(error),
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is loaded.
  useEffect(() => {
    const leaving = new AbortController()
    void start(leaving.signal)
    return () => leaving.abort()
  }, [of])
  return value
}

/** As {@link useLoaded}, with the message of a failure, and a function that loads again. */
export function useReloadable<Value>(load: (signal: AbortSignal) => Promise<Value>, of: string) {
  const [attempt, setAttempt] = useState(0)
  const key = `${attempt} ${of}`
  const [failed, setFailed] = useState<{ key: string; message: string }>()
  const loaded = useLoaded(
    async (signal) => ({ key, value: await load(signal) }),
    key,
    async (error) => setFailed({ key, message: (await refusalOf(error)).message }),
  )
  const failure = failed?.key === key ? failed.message : undefined
  return {
    value: loaded?.value,
    failure,
    loading: loaded?.key !== key && !failure,
    reload: () => setAttempt((before) => before + 1),
  }
}
