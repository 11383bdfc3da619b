import { useEffect, useState } from 'react'

/**
 * A part of a screen that loads after the screen. Without it the screen works too, so that a failure is silent.
 *
 * @param load the same function on every render
 */
export function useLatePart<Part>(load: () => Promise<Part>, needed = true): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (!needed) return
    load().then(
      (part) => setLoaded({ part }),
      () => undefined,
    )
  }, [load, needed])
  return loaded?.part
}
