import { useState } from 'react'
import { createStore } from '../browser/external-store.ts'

const pressed = createStore(false)

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => pressed.set(true), true)
  // The click event follows in the same task; after it the page may move.
  const release = () => setTimeout(() => pressed.set(false))
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
}

/**
 * The value, held back while a pointer is pressed: a line that appears when a field loses the focus must not move the button
 * under the pointer.
 */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const holding = pressed.use()
  const [shown, setShown] = useState(value)
  if (!holding && shown !== value) setShown(value)
  return holding ? shown : value
}
