import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { discountedPrice } from '#domain/price.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneBar } from '../cart/phone-bar.tsx'
import { BUY_BOX_ID, type Buying } from './buy-box.tsx'

/** On a phone: the price and the button, at the window's bottom while the buy box is out of sight. */
export function BuyBar({ product, buying }: { product: Product; buying: Buying }) {
  const { quantity, add, adding, isSold } = buying
  const isOutOfSight = useOutOfSight(BUY_BOX_ID, isSold)
  if (!isSold || !isOutOfSight) return null
  return (
    <PhoneBar label="Precio" amount={discountedPrice(product.cost, product.discount)}>
      <Button icon="cart" loading={adding} onClick={() => add(quantity)}>
        Agregar
        {quantity > 1 && ` ${quantity}`}
      </Button>
    </PhoneBar>
  )
}

/** Whether the element with an id, which is rendered while `isThere`, is outside of the window. False before hydration. */
function useOutOfSight(id: string, isThere: boolean): boolean {
  const [isOutOfSight, setOutOfSight] = useState(false)
  useEffect(() => {
    const element = isThere && document.getElementById(id)
    if (!element) return setOutOfSight(false)
    const observer = new IntersectionObserver(([entry]) => setOutOfSight(!entry?.isIntersecting))
    observer.observe(element)
    return () => observer.disconnect()
  }, [id, isThere])
  return isOutOfSight
}
