import { useRevalidator } from 'react-router'
import { notice } from '../ui/notice.tsx'
import { useMounted } from './use-mounted.ts'

/** Returns a function for after a modal's save: it closes the modal, loads the screen's data again and shows a toast. */
export function useSaved(onClose: () => void) {
  const { revalidate } = useRevalidator()
  const mounted = useMounted()
  return async (title: 'Guardado' | 'Actualizado' | 'Listo!', text: string) => {
    if (mounted.current) onClose()
    void revalidate()
    await notice.toast({ title, text, icon: 'success', timer: 1_500 })
  }
}
