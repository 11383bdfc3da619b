import { useEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { IconButton, LinkButton } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { closeLogin, type LoginRequest, useLoginPart } from './login-modal-state.ts'

const loadForm = () => import('./login-form.tsx').then(({ LoginForm }) => LoginForm)

/** The login modal, open while there is a request. The form loads separately, because it brings the validation schemas. */
export function LoginModal({ request }: { request: LoginRequest | null }) {
  const LoginForm = useLoginPart(loadForm, request !== null)
  const location = useLocation()
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

/** A link back to the cart, for a customer who closed the login on the way to the checkout. */
function CartOffer({ onClose }: { onClose: () => void }) {
  const card = useRef<HTMLElement>(null)
  // The page changed under the modal: the control that opened the modal is gone and can't get the focus back.
  useEffect(() => card.current?.querySelector('a')?.focus(), [])
  return (
    <section
      ref={card}
      aria-label="Tu carrito"
      className="card fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-dialog items-center gap-2 p-2 shadow sm:p-3 sm:pl-4"
    >
      <p className="mr-auto max-sm:sr-only">Tu carrito se conserva.</p>
      <LinkButton to={href('/carrito')} icon="cart" className="max-sm:grow">
        Volver al carrito
      </LinkButton>
      <IconButton icon="close" label="Cerrar" onClick={onClose} />
    </section>
  )
}
