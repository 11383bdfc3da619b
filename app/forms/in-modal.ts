import { createContext, use, useEffect, useMemo, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { notice } from '../ui/notice.tsx'
import type { UnsavedDraft } from './draft.ts'

/** The modal around a form ({@link FormModal}). */
export type ModalOfForm = {
  /** Closes without a question: after a save, and for Cancelar. */
  close: () => void
  /** The draft that the form starts with. */
  draft: UnsavedDraft | null
}

export const ModalOfForm = createContext<ModalOfForm | null>(null)

/**
 * Whether the component is still mounted. A modal's form checks after a call, because the modal may be closed by then, and
 * another modal open in its place.
 */
export function useMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

/**
 * The modal around this form; `close` does nothing once the form is gone. Outside a modal, `close` does nothing and `draft` is
 * null.
 */
export function useFormModal() {
  const modal = use(ModalOfForm)
  const mounted = useMounted()
  return useMemo(
    () => ({
      isInModal: modal !== null,
      draft: modal?.draft ?? null,
      close: () => mounted.current && modal?.close(),
    }),
    [modal, mounted],
  )
}

/**
 * Returns a function for after a save: it closes the modal around it, if there is one, shows a toast and loads the screen's data
 * again. Its promise resolves when they are loaded.
 */
export function useSaved() {
  const { revalidate } = useRevalidator()
  const { close } = useFormModal()
  return (title: 'Guardado' | 'Actualizado' | 'Listo!' | 'Borrado!', text: string): Promise<void> => {
    close()
    void notice.toast({ title, text, icon: 'success', timer: 1_500 })
    return revalidate()
  }
}
