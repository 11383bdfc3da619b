import { useId } from 'react'
import { Link } from 'react-router'
import type { ProductCard as Listed } from '#contract/products.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { formatDecimal } from '#domain/price.ts'
import { notSoldOnlineText } from '#domain/sale-condition.ts'
import { productUrl, STOCK_ALERT_HASH } from '#domain/screen-urls.ts'
import { useBought } from '../../cart/bought.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Price, priceTexts } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { useAddToCart } from '../cart/use-add-to-cart.ts'
import { AskPharmacy } from '../product/ask-pharmacy.tsx'
import { type Priced, UnitPrice, withUnitPrices } from '../product/unit-price.tsx'

const FIELDS = [
  '_id',
  'category',
  'laboratory',
  'photo',
  'cost',
  'discount',
  'stock',
  'bioequivalent',
  'prescription',
  'saleCondition',
  'held',
  'buyable',
  'unitPrice',
] as const

/** A product of a list, or a product that was loaded alone: only a list says whether it is `buyable`. */
type ListedProduct = Omit<Listed, 'buyable'> & Partial<Pick<Listed, 'buyable'>>

/** The fields of a product that its card shows and that the cart takes. The name is the one that customers read. */
export type CardProduct = { tradename: string } & Pick<Priced<ListedProduct>, (typeof FIELDS)[number]>

/** Reduces products to the fields of their cards, because a page carries its data twice: in its HTML and for its scripts. */
export async function toCards(products: ListedProduct[]): Promise<CardProduct[]> {
  return (await withUnitPrices(products)).map(toCard)
}

/** The card of a product whose answer has the texts already. */
export function toCard(product: Priced<ListedProduct>): CardProduct {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, product[field]]))
  return { tradename: product.name, ...fields } as CardProduct
}

const WIDTHS = [320, 640]

type Load = 'first' | 'early' | 'lazy'
type Heading = 'h2' | 'h3'

export function ProductCard({
  product,
  load = 'lazy',
  heading: Heading = 'h2',
}: {
  product: CardProduct
  load?: Load
  heading?: Heading
}) {
  const { add, adding, failure, soldOut } = useAddToCart(product)
  const bought = useBought(product._id)
  const nameId = useId()
  const { photo, cost, discount, bioequivalent, prescription } = product
  const atCounter = notSoldOnlineText(product)
  const url = productUrl(product._id)
  return (
    <li className="product-card">
      <div>
        <ProductImage
          photo={photo}
          alt=""
          load={load}
          widths={WIDTHS}
          sizes="(min-width: 1280px) 220px, (min-width: 768px) 30vw, (min-width: 640px) 45vw, 104px"
        />
        {discount > 0 && (
          <Badge tone="discount" className="absolute top-1.5 left-1.5">
            <span className="sr-only">Descuento </span>-{formatDecimal(discount)}%
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
      <div>
        <p className="text-sm text-soft">
          {[product.category, product.laboratory].filter(Boolean).join(' · ')}
        </p>
        <Heading id={nameId}>
          <Link to={url}>{keepTogether(product.tradename)}</Link>
        </Heading>
        {(bioequivalent || prescription) && (
          <p className="flex flex-wrap gap-1">
            {bioequivalent && <Badge tone="seal">Bioequivalente</Badge>}
            {prescription && <Badge>Receta médica</Badge>}
          </p>
        )}
      </div>
      <div>
        {cost > 0 && (
          <div>
            <Price {...priceTexts(product)} />
            <UnitPrice text={product.unitPrice} />
          </div>
        )}
        {atCounter ? (
          <AskPharmacy name={product.tradename} describedBy={nameId}>
            {atCounter}
          </AskPharmacy>
        ) : cost > 0 && !soldOut ? (
          <Button onClick={() => add()} loading={adding} aria-describedby={nameId}>
            Agregar al carrito
          </Button>
        ) : (
          <p className="sold-out">
            {cost > 0 ? 'Sin existencias' : 'Sin precio'}
            {cost > 0 && (
              <Link to={url + STOCK_ALERT_HASH} aria-describedby={nameId}>
                Avísame<span className="sr-only"> cuando llegue</span>
              </Link>
            )}
          </p>
        )}
        {/* Not by FieldError, so that pages of products load no code of fields. */}
        <p aria-live="polite" className="field-error">
          {failure}
        </p>
      </div>
    </li>
  )
}
