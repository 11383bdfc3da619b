import { useEffect, useEffectEvent } from 'react'

/** Events that precede any use of a page. */
const MOVES = ['pointerover', 'pointerdown', 'focusin', 'keydown']

/** Calls `run` once, when the mouse, a finger or the focus first moves: for code that isn't needed before. */
export function useFirstMove(run: () => void) {
  const start = useEffectEvent(run)
  useEffect(() => {
    const controller = new AbortController()
    const move = () => {
      controller.abort()
      start()
    }
    for (const type of MOVES) addEventListener(type, move, { signal: controller.signal, passive: true })
    return () => controller.abort()
  }, [])
}
