import { useEffect, useState } from 'react'
import { notice } from '../ui/notice.tsx'
import { closeLogin } from './login-modal-state.ts'

/** Loads a part of the login modal when it is first needed. If that fails, a dialog says so and the modal closes. */
export function useLazyModule<Part>(needed: boolean, load: () => Promise<Part>): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (!needed || loaded) return
    let unmounted = false
    load().then(
      (part) => unmounted || setLoaded({ part }),
      () => {
        if (unmounted) return
        closeLogin()
        notice.error('No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.')
      },
    )
    return () => {
      unmounted = true
    }
  }, [needed, loaded, load])
  return loaded?.part
}
