import { useId } from 'react'
import type { ProductCard as Product } from '#contract/products.ts'
import { useBought } from '../../browser/bought.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Price } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { useAddToCart } from '../cart/use-add-to-cart.ts'
import { FOLLOWED } from '../follow-links.ts'
import { productUrl, STOCK_ALERT_HASH } from '../product/product-url.ts'
import { UnitPrice } from '../product/unit-price.tsx'

/** A product in a list. The whole card is a link; on a phone the text is beside the photo, elsewhere below it. */
export function ProductCard({
  product,
  load,
  heading: Heading = 'h2',
}: {
  product: Product
  load?: 'first' | 'early' | 'lazy'
  heading?: 'h2' | 'h3'
}) {
  const { add, adding, failure, soldOut } = useAddToCart(product)
  const bought = useBought(product._id)
  const nameId = useId()
  const { _id, tradename, photo, category, cost, discount, bioequivalent, prescription } = product
  return (
    <li className="card relative grid min-w-0 grid-cols-[--spacing(26)_minmax(0,1fr)] content-start gap-x-4 p-3 transition-shadow hover:shadow sm:flex sm:flex-col sm:p-4">
      <div className="relative row-span-2 max-sm:self-start">
        <ProductImage
          photo={photo}
          alt=""
          load={load}
          sizes="(min-width: 1280px) 220px, (min-width: 768px) 30vw, (min-width: 640px) 45vw, 104px"
        />
        {discount > 0 && (
          <Badge tone="discount" className="absolute top-1.5 left-1.5">
            <span className="sr-only">Descuento </span>-{String(discount).replace('.', ',')}%
          </Badge>
        )}
        {/* Over the photo, so that nothing moves when it appears. */}
        {bought && (
          <Badge
            tone="green"
            className="absolute inset-x-0 bottom-0 w-full justify-center rounded-t-none rounded-b-lg px-0.5 max-sm:text-[0.8125rem]! sm:inset-x-auto sm:bottom-1.5 sm:left-1.5 sm:w-fit sm:rounded-full sm:px-2.5"
          >
            Comprado antes
          </Badge>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-1 sm:mt-3">
        <p className="text-sm text-soft [overflow-wrap:anywhere]">{category}</p>
        <Heading id={nameId} className="font-semibold leading-snug [overflow-wrap:anywhere]">
          <a {...FOLLOWED} href={productUrl(_id)} className="after:absolute after:inset-0 after:rounded-lg">
            {tradename}
          </a>
        </Heading>
        {(bioequivalent || prescription) && (
          <p className="flex flex-wrap gap-1">
            {bioequivalent && <Badge tone="seal">Bioequivalente</Badge>}
            {prescription && <Badge>Receta médica</Badge>}
          </p>
        )}
      </div>
      <div className="col-start-2 grid gap-3 pt-2 sm:mt-auto">
        {cost > 0 && (
          <div>
            <Price cost={cost} discount={discount} />
            <UnitPrice product={product} />
          </div>
        )}
        {cost > 0 && !soldOut ? (
          <Button
            onClick={() => add()}
            loading={adding}
            aria-describedby={nameId}
            wide
            className="relative z-10 px-3"
          >
            Agregar al carrito
          </Button>
        ) : (
          <p className="flex min-h-11 flex-wrap items-center justify-center gap-x-2 rounded-lg bg-sand px-3 font-semibold text-soft max-[22rem]:pt-2 sm:py-1.5">
            {cost > 0 ? 'Sin existencias' : 'Sin precio'}
            {cost > 0 && (
              <a
                {...FOLLOWED}
                href={productUrl(_id) + STOCK_ALERT_HASH}
                aria-describedby={nameId}
                className="relative z-10 inline-flex min-h-11 items-center rounded-lg text-brand underline sm:min-h-8 underline-offset-4"
              >
                Avísame<span className="sr-only"> cuando llegue</span>
              </a>
            )}
          </p>
        )}
        <FieldError error={failure} />
      </div>
    </li>
  )
}
