import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { notice } from '../../ui/notice.tsx'

/** Asks before what was typed is left behind: inside the application with our words, elsewhere with the browser's. */
export function useLeaveGuard(unsaved: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    notice
      .confirm({
        title: '¿Salir sin guardar?',
        text: 'Los cambios que no guardaste se perderán.',
        confirm: 'Salir sin guardar',
        cancel: 'Seguir editando',
      })
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}
