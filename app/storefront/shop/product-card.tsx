import { useId } from 'react'
import type { ProductCard as Card } from '#contract/products.ts'
import { useBought } from '../../browser/bought.ts'
import { FOLLOWED } from '../../follow-links.ts'
import { fragments } from '../../fragments.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Price, priceTexts } from '../../ui/price.tsx'
import { ProductImage, productImageUrl } from '../../ui/product-image.tsx'
import { useAddToCart } from '../cart/use-add-to-cart.ts'
import { productUrl, STOCK_ALERT_HASH } from '../product/product-url.ts'
import { type Priced, UnitPrice } from '../product/unit-price.tsx'

type Product = Priced<Card>
type Load = 'first' | 'early' | 'lazy'
type Heading = 'h2' | 'h3'

/** A product in a list. The whole card is a link; on a phone the text is beside the photo, elsewhere below it. */
export function ProductCard({
  product,
  load = 'lazy',
  heading = 'h2',
}: {
  product: Product
  load?: Load
  heading?: Heading
}) {
  const nameId = useId()
  const texts = textsOf(product, nameId)
  const { photo, cost, stock, bioequivalent, prescription } = product
  const kind = `${!photo} ${cost > 0} ${stock > 0} ${bioequivalent} ${prescription}`
  const key = `card ${load} ${heading} ${kind} ${!texts.normal} ${!texts.unit} ${!texts.percent}`
  const content = (shown: typeof texts) => (
    <CardContent product={product} load={load} heading={heading} {...shown} />
  )
  // For a placeholder that loads early, React writes a link into the page's head, too.
  const isPart = Boolean(photo) || load === 'lazy'
  return (
    <li
      className="card relative grid min-w-0 grid-cols-[--spacing(26)_minmax(0,1fr)] content-start gap-x-4 p-3 transition-shadow hover:shadow sm:flex sm:flex-col sm:p-4"
      {...(isPart ? fragments.propsOf(key, texts, content) : { children: content(texts) })}
    />
  )
}

/** The texts of a card as it shows them. */
function textsOf(product: Product, nameId: string) {
  const { _id, tradename, photo, category, discount, unitPrice } = product
  return {
    nameId,
    name: tradename,
    url: productUrl(_id),
    image: productImageUrl(photo ?? ''),
    category,
    ...priceTexts(product),
    ...(unitPrice && { unit: unitPrice }),
    ...(discount > 0 && { percent: String(discount).replace('.', ',') }),
  }
}

function CardContent({
  product,
  load,
  heading: Heading,
  nameId,
  name,
  url,
  image,
  category,
  paid,
  normal,
  unit,
  percent,
}: { product: Product; load: Load; heading: Heading } & ReturnType<typeof textsOf>) {
  const { add, adding, failure, soldOut } = useAddToCart(product)
  const bought = useBought(product._id)
  const { photo, cost, bioequivalent, prescription } = product
  return (
    <>
      <div className="relative row-span-2 max-sm:self-start">
        <ProductImage
          photo={photo}
          url={image}
          alt=""
          load={load}
          sizes="(min-width: 1280px) 220px, (min-width: 768px) 30vw, (min-width: 640px) 45vw, 104px"
        />
        {percent && (
          <Badge tone="discount" className="absolute top-1.5 left-1.5">
            <span className="sr-only">Descuento </span>-{percent}%
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
          <a {...FOLLOWED} href={url} className="after:absolute after:inset-0 after:rounded-lg">
            {name}
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
            <Price paid={paid} normal={normal} />
            <UnitPrice text={unit} />
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
                href={url + STOCK_ALERT_HASH}
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
    </>
  )
}
