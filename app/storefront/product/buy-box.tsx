import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Product } from '#contract/products.ts'
import { discountedPrice } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import { notSoldOnlineText } from '#domain/sale-condition.ts'
import { STOCK_ALERT_HASH } from '#domain/screen-urls.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { QuantityInput } from '../../ui/quantity-input.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { PhoneBar } from '../cart/phone-bar.tsx'
import { useAddToCart } from '../cart/use-add-to-cart.ts'
import { AskPharmacy } from './ask-pharmacy.tsx'

const BUY_BOX_ID = 'comprar'

const showBeyondStock = () =>
  notice.toast({ title: 'Ha excedido el limite de stock!', icon: 'info', timer: 1_500 })

type Buying = ReturnType<typeof useBuying>

export function useBuying(product: Product) {
  const [quantity, setQuantity] = useState(1)
  const { soldOut, ...adding } = useAddToCart(product, showBeyondStock)
  return {
    ...adding,
    quantity,
    setQuantity,
    soldOut,
    isSold: !product.retired && !soldOut && product.cost > 0 && !notSoldOnlineText(product),
  }
}

/**
 * The quantity and the button that adds it to the cart, or "Sin existencias" with the stock alert, or "Sin precio". A retired
 * product has only "Ya no se vende", one that isn't sold online says where to ask.
 */
export function BuyBox({ product, buying }: { product: Product; buying: Buying }) {
  const { quantity, setQuantity, add, adding, failure, isSold } = buying
  const atCounter = notSoldOnlineText(product)
  if (atCounter && !product.retired)
    return (
      <div className="grid gap-2">
        <AskPharmacy name={readableName(product.tradename)}>{atCounter}</AskPharmacy>
        <p className="text-sm text-soft">
          {product.held
            ? 'Estamos revisando cómo se vende este producto.'
            : 'Los medicamentos con receta cheque no se venden en línea: trae tu receta a la farmacia.'}
        </p>
      </div>
    )
  if (!isSold) {
    return (
      <div className="grid gap-3">
        <p className="grid min-h-11 place-items-center rounded-lg bg-sand px-4 font-semibold text-soft">
          {product.retired ? 'Ya no se vende' : product.cost > 0 ? 'Sin existencias' : 'Sin precio'}
        </p>
        {product.cost > 0 && !product.retired && <StockAlert productId={product._id} />}
      </div>
    )
  }
  return (
    <div id={BUY_BOX_ID} className="grid gap-2">
      <p className="text-sm">
        <span className="font-semibold">Cantidad</span>{' '}
        <span className="text-soft tabular-nums">({product.stock}&nbsp;disponibles)</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <QuantityInput
          label="Cantidad"
          value={quantity}
          max={product.stock}
          onChange={setQuantity}
          onExceed={showBeyondStock}
        />
        <Button icon="cart" loading={adding} onClick={() => add(quantity)} className="grow sm:max-w-[20rem]">
          Agregar al carrito
        </Button>
      </div>
      <FieldError error={failure} />
    </div>
  )
}

const loadForm = () => import('./stock-alert-form.tsx').then(({ StockAlertForm }) => StockAlertForm)

/**
 * Asks for a mail when a sold-out product is back. The form loads when it is opened: its validation is
 * too large for the page. The link of a card opens it at once.
 */
function StockAlert({ productId }: { productId: string }) {
  const { hash } = useLocation()
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  useEffect(() => {
    if (hash === STOCK_ALERT_HASH) setState('open')
  }, [hash])
  const Form = useLazyPart(loadForm, { needed: state === 'open', onFailure: () => setState('failed') })
  if (Form) return <Form productId={productId} />
  return (
    <div className="grid gap-2">
      <Button look="secondary" icon="mail" loading={state === 'open'} onClick={() => setState('open')} wide>
        Avísame cuando llegue
      </Button>
      <FieldError
        error={
          state === 'failed'
            ? 'No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.'
            : undefined
        }
      />
    </div>
  )
}

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
