import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { forgetHandledInput } from './boot/early-input.ts'

forgetHandledInput()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

// The service worker shows a page of the shop when there is no network. The shop works
// without the service worker.
const registerWorker = () =>
  void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') registerWorker()
  else addEventListener('load', registerWorker)
}
