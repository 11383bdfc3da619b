import { useRevalidator } from 'react-router'
import { notice } from '../ui/notice.tsx'

/**
 * What a successful save of a modal leads to (spec §4, §8): it closes, the words for a second and a half, and the screen's
 * data load again.
 */
export function useSaved(onClose: () => void) {
  const { revalidate } = useRevalidator()
  return async (title: 'Guardado' | 'Actualizado', text: string) => {
    onClose()
    void revalidate()
    await notice.show({ title, text, icon: 'success', timer: 1_500 })
  }
}
