import { useCallback, useRef } from 'react'
import { confirmLeave } from './unsaved-changes.ts'

/**
 * Guards the unsaved changes of a modal's form, which reports them by `onDirty`. `leave` closes the modal, after a question if
 * there are changes: for Escape, the backdrop and the close button, not for Cancelar. `mayLeave` only asks.
 */
export function useModalLeave(close: () => void) {
  const dirty = useRef(false)
  const onDirty = useCallback((isDirty: boolean) => {
    dirty.current = isDirty
  }, [])
  const mayLeave = async () => !dirty.current || confirmLeave()
  const leave = async () => {
    if (await mayLeave()) close()
  }
  return { leave, mayLeave, onDirty }
}
