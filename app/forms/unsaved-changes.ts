import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { SESSION_EXPIRING } from '../session/session.ts'
import { notice } from '../ui/notice.tsx'

/** Asks whether to leave unsaved changes. Resolves to true for leaving. */
const confirmLeave = () =>
  notice.confirm({
    title: '¿Salir sin guardar?',
    text: 'Los cambios que hiciste se perderán.',
    confirm: 'Salir sin guardar',
    cancel: 'Seguir editando',
  })

/** Asks before the unsaved changes of a form in the open modal are lost (`useSubmit` marks the form). Resolves to true for leaving. */
export const mayLeaveForms = async () =>
  document.querySelector('dialog[open] form[data-unsaved]') === null || confirmLeave()

/** Asks before leaving the page while there are unsaved changes. */
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
    // The browser shows its own question.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const stopAsking = () => window.removeEventListener('beforeunload', ask)
    // An expired session reloads the page without a question.
    window.addEventListener(SESSION_EXPIRING, stopAsking)
    return () => {
      stopAsking()
      window.removeEventListener(SESSION_EXPIRING, stopAsking)
    }
  }, [unsaved])
}
