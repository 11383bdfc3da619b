import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { notice } from '../ui/notice.tsx'

/** Whether somebody leaves what they typed and didn't save. */
export const confirmLeave = () =>
  notice.confirm({
    title: '¿Salir sin guardar?',
    text: 'Los cambios que hiciste se perderán.',
    confirm: 'Salir sin guardar',
    cancel: 'Seguir editando',
  })

/** While there are unsaved changes, asks before another page takes the place of this one. */
export function useUnsavedChanges(unsaved: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    if (!unsaved) return
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}
