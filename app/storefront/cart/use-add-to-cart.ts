import { useRef, useState } from 'react'
import { type Added, addToCart } from '../../browser/cart.ts'
import { notice } from '../../ui/notice.tsx'

/** What the person reads of each way in which adding ends (spec §8). A failure opens nothing: it is said beside the button. */
const words = {
  added: { title: 'Producto agregado al carrito!', icon: 'success', timer: 1_000, button: false },
  'no-stock': { title: 'Error!', text: 'No hay stock disponible!', icon: 'error' },
  'beyond-stock': { title: 'Uppps!', text: 'No hay stock suficiente!', icon: 'info', timer: 1_500 },
} as const

const FAILED = 'No pudimos agregar el producto. Intenta nuevamente.'

/**
 * Adds a product to the cart and says how it went. `beyond` replaces what is said when the stock isn't enough.
 */
export function useAddToCart(product: Parameters<typeof addToCart>[0], beyond?: () => void) {
  const [adding, setAdding] = useState(false)
  const [failed, setFailed] = useState(false)
  const busy = useRef(false)

  async function add(quantity = 1): Promise<Added | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setAdding(true)
    const added = await addToCart(product, quantity)
    busy.current = false
    setAdding(false)
    setFailed(added === 'failed')
    if (added === 'beyond-stock' && beyond) beyond()
    else if (added !== 'failed') void notice.show(words[added])
    return added
  }

  return { add, adding, failure: failed ? FAILED : undefined }
}
