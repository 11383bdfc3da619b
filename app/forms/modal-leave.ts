import { useCallback, useRef } from 'react'
import { confirmLeave } from './unsaved-changes.ts'

/**
 * Asks before Escape, the backdrop or the closing cross take typed text away; Cancelar is an answer already. The form in the
 * modal says by `onDirty` whether there is any.
 */
export function useModalLeave(close: () => void) {
  const dirty = useRef(false)
  const onDirty = useCallback((now: boolean) => {
    dirty.current = now
  }, [])
  const leave = async () => {
    if (!dirty.current || (await confirmLeave())) close()
  }
  return { leave, onDirty }
}
