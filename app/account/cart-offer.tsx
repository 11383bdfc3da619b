import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { IconButton, LinkButton } from '../ui/button.tsx'

/** A link back to the cart, for a customer who closed the login on the way to the checkout (docs/product.md#guest-checkout). */
export function CartOffer({ onClose }: { onClose: () => void }) {
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
