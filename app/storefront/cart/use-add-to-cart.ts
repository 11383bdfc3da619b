import { useRef, useState } from 'react'
import { addToCart } from '../../browser/cart.ts'
import { notice } from '../../ui/notice.tsx'

/** Notices for each result of adding to the cart (docs/product.md#dialogs). */
const notices = {
  added: () => notice.toast({ title: 'Producto agregado al carrito!', icon: 'success', timer: 1_000 }),
  'no-stock': () => notice.error('No hay stock disponible!'),
  'beyond-stock': () =>
    notice.toast({ title: 'Uppps!', text: 'No hay stock suficiente!', icon: 'info', timer: 1_500 }),
}

const FAILURE = 'No pudimos agregar el producto. Intenta nuevamente.'

/**
 * Adds a product to the cart and shows the result: a notice, or `failure` for a line beside the button.
 *
 * @param showBeyondStock replaces the usual toast when the stock isn't enough
 */
export function useAddToCart(
  product: Parameters<typeof addToCart>[0],
  showBeyondStock: () => unknown = notices['beyond-stock'],
) {
  const [adding, setAdding] = useState(false)
  const [failed, setFailed] = useState(false)
  const busy = useRef(false)

  async function add(quantity = 1) {
    if (busy.current) return
    busy.current = true
    setAdding(true)
    const result = await addToCart(product, quantity)
    busy.current = false
    setAdding(false)
    setFailed(result === 'failed')
    if (result === 'beyond-stock') showBeyondStock()
    else if (result !== 'failed') void notices[result]()
  }

  return { add, adding, failure: failed ? FAILURE : undefined }
}
