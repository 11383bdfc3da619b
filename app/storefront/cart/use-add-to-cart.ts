import { useRef, useState } from 'react'
import { addToCart } from '../../cart/add-to-cart.ts'
import { notice } from '../../ui/notice.tsx'

const notices = {
  added: () =>
    notice.toast({
      title: 'Producto agregado al carrito!',
      icon: 'success',
      timer: 1_000,
      atCart: true,
    }),
  'no-stock': () => notice.error('No hay stock disponible!'),
  'beyond-stock': () =>
    notice.toast({ title: 'Uppps!', text: 'No hay stock suficiente!', icon: 'info', timer: 1_500 }),
}

const FAILURE = 'No pudimos agregar el producto. Intenta nuevamente.'

/**
 * Adds a product to the cart and shows the result in a notice, or as `failure` for a line beside the button. `soldOut` is true
 * once the stock turned out to be gone.
 *
 * @param showBeyondStock replaces the usual toast when the stock isn't enough
 */
export function useAddToCart(
  product: Parameters<typeof addToCart>[0],
  showBeyondStock: () => unknown = notices['beyond-stock'],
) {
  const [adding, setAdding] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** The product whose stock was found gone; a reloaded product is another object, whose stock counts again. */
  const [goneOf, setGoneOf] = useState<typeof product>()
  const busy = useRef(false)

  async function add(quantity = 1) {
    if (busy.current) return
    busy.current = true
    setAdding(true)
    const answer = await addToCart(product, quantity)
    busy.current = false
    setAdding(false)
    setFailure(
      answer.result === 'refused' ? answer.message : answer.result === 'failed' ? FAILURE : undefined,
    )
    if (answer.result === 'no-stock') setGoneOf(product)
    if (answer.result === 'beyond-stock') showBeyondStock()
    else if (answer.result === 'added' || answer.result === 'no-stock') void notices[answer.result]()
  }

  return { add, adding, failure, soldOut: product.stock <= 0 || goneOf === product }
}
