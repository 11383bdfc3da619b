import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A part of a screen whose code loads after the screen, once it is needed. A failed load is repeated when the part is needed
 * again.
 *
 * @param load the same function on every render
 * @param onFailure without it a failure is silent
 */
export function useLazyPart<Part>(
  load: () => Promise<Part>,
  { needed = true, onFailure }: { needed?: boolean; onFailure?: () => void } = {},
): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  const fail = useEffectEvent(() => onFailure?.())
  useEffect(() => {
    if (!needed || loaded) return
    let isGone = false
    load().then(
      (part) => isGone || setLoaded({ part }),
      () => isGone || fail(),
    )
    return () => {
      isGone = true
    }
  }, [load, needed, loaded])
  return loaded?.part
}
