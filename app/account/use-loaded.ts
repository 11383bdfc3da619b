import { useEffect, useState } from 'react'
import { notice } from '../ui/notice.tsx'
import { closeLogin } from './login-modal-state.ts'

/** A part of the login modal, fetched when it is first wanted. When it can't be had the modal says so and closes. */
export function useLoaded<Part>(wanted: boolean, load: () => Promise<Part>): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (!wanted || loaded) return
    let left = false
    load().then(
      (part) => left || setLoaded({ part }),
      () => {
        if (left) return
        closeLogin()
        notice.show({
          title: 'Error!',
          text: 'No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.',
          icon: 'error',
        })
      },
    )
    return () => {
      left = true
    }
  }, [wanted, loaded, load])
  return loaded?.part
}
