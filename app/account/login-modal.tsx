import { useEffect, useState } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { Modal } from '../ui/modal.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CartOffer } from './cart-offer.tsx'
import { closeLogin, type LoginRequest } from './login-modal-state.ts'
import { useLoginPart } from './use-login-part.ts'

const loadForm = () => import('./login-form.tsx').then(({ LoginForm }) => LoginForm)

/** The login modal, open while there is a request. The form loads separately, because it brings the validation schemas. */
export function LoginModal({ request }: { request: LoginRequest | null }) {
  const LoginForm = useLoginPart(loadForm, request !== null)
  const location = useLocation()
  /** The key of the page, or of the page that is loading. */
  const { key } = useNavigation().location ?? location
  /** The page on which a customer on the way to the checkout closed the modal. */
  const [closedOn, setClosedOn] = useState<string>()

  useEffect(() => {
    if (request) setClosedOn(undefined)
  }, [request])

  function close() {
    if (request?.returnTo && location.pathname !== href('/carrito')) setClosedOn(key)
    closeLogin()
  }

  return (
    <>
      <Modal open={request !== null} onClose={close} title="Iniciar sesión" backCloses={false}>
        {LoginForm && request ? <LoginForm request={request} /> : <Loading />}
      </Modal>
      {closedOn === key && <CartOffer onClose={() => setClosedOn(undefined)} />}
    </>
  )
}

/** A placeholder as tall as the form, so that the modal keeps its height. */
function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Cargando…</span>
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-11" />
      <Skeleton className="h-6 w-2/3" />
    </div>
  )
}
