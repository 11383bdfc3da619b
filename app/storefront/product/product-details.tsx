import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { FactField } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { discountedPrice, formatDecimal } from '#domain/price.ts'
import { prescriptionInstructions } from '#domain/sale-condition.ts'
import { store } from '#store'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icons.tsx'
import { imageFile, imageUrl } from '../../ui/image-url.ts'
import { formatPrice } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { LegalFacts } from '../legal-facts.tsx'
import { ServiceFacts } from '../service-facts.tsx'
import { categoryUrl } from '../shop/shop-links.ts'
import { BuyBox, type useBuying } from './buy-box.tsx'
import { type Priced, UnitPrice } from './unit-price.tsx'

export function ProductDetails({
  product,
  buying,
}: {
  product: Priced<Product>
  buying: ReturnType<typeof useBuying>
}) {
  const { name, dcm, category, photo, discount, bioequivalent, prescription, directSale, generic } = product
  const asked = prescriptionInstructions(product.saleCondition)
  return (
    <article className="mt-2 grid gap-6 md:grid-cols-2 md:gap-10">
      <div className="relative self-start max-md:mx-auto max-md:w-full max-md:max-w-[24rem]">
        <ZoomableImage photo={photo} alt={name} />
        {discount > 0 && !product.retired && (
          <Badge tone="discount" className="absolute top-3 left-3">
            <span className="sr-only">Descuento </span>-{formatDecimal(discount)}%
          </Badge>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <header className="grid gap-2">
          <Link to={categoryUrl(category)} className="link w-fit text-sm">
            {category}
          </Link>
          <h1 className="text-xl [overflow-wrap:anywhere]">{keepTogether(name)}</h1>
          {dcm && <p className="text-soft">{keepTogether(dcm)}</p>}
          <div className="flex flex-wrap items-center gap-1.5 empty:hidden">
            {directSale && <Badge tone="green">Venta Directa</Badge>}
            {bioequivalent && <BioequivalentSeal />}
            {generic && <Badge>Genérico</Badge>}
          </div>
        </header>
        {product.cost > 0 && !product.retired && <Prices product={product} />}
        {prescription && (
          <Banner tone="yellow" icon="prescription">
            <strong>Requiere receta médica</strong>
            {asked && (
              <>
                <span className="font-semibold">{asked}</span>
                {store.prescription}
              </>
            )}
          </Banner>
        )}
        {product.coldChain && <Banner icon="box">Se despacha en frío</Banner>}
        <BuyBox product={product} buying={buying} />
        {product.expiresFrom && (
          <p className="text-sm text-soft">Vence desde {monthInWords(product.expiresFrom)}</p>
        )}
        <Facts product={product} />
        <ServiceFacts className="text-sm" />
        <LegalFacts className="text-sm text-soft sm:grid-cols-2" />
      </div>
    </article>
  )
}

const month = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', month: 'long', year: 'numeric' })

const monthInWords = (day: string) => month.format(new Date(day))

function Prices({ product: { cost, discount, unitPrice } }: { product: Priced<Product> }) {
  const large = (price: number) => <strong className="text-xl tabular-nums">{formatPrice(price)}</strong>
  return (
    <div>
      <p className={discount > 0 ? 'text-coral' : 'text-soft'}>
        Oferta: {discount > 0 ? large(discountedPrice(cost, discount)) : 'No hay descuento'}
      </p>
      <p>
        Precio normal:{' '}
        {discount > 0 ? <s className="text-soft tabular-nums">{formatPrice(cost)}</s> : large(cost)}
      </p>
      <UnitPrice text={unitPrice} />
    </div>
  )
}

/**
 * The public search of the Instituto de Salud Pública, at the same address for ten years. Each record has an address of its own
 * (Ficha.aspx?RegistroISP=…), but it isn't documented which spellings of a number that address accepts.
 */
const REGISTER_SEARCH = 'https://registrosanitario.ispch.gob.cl/'

const FACTS: Record<FactField, string> = {
  laboratory: 'Laboratorio',
  form: 'Forma farmacéutica',
  quantity: 'Contenido',
  therapeuticAction: 'Acción terapéutica',
  healthRegister: 'Registro sanitario',
  barcode: 'Código de barras',
  legalWarning: 'Advertencia',
}
const factNames = Object.keys(FACTS) as FactField[]

function Facts({ product }: { product: Product }) {
  const known = factNames.filter((name) => product[name])
  return (
    <dl className="grid border-line border-t">
      {known.map((name) => (
        <div
          key={name}
          className="grid gap-x-4 border-line border-b py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="text-soft">{FACTS[name]}</dt>
          <dd className="[overflow-wrap:anywhere]">
            {keepTogether(product[name])}
            {name === 'healthRegister' && (
              <>
                {' '}
                <a
                  href={REGISTER_SEARCH}
                  target="_blank"
                  rel="noreferrer"
                  className="link inline-flex items-center gap-1"
                >
                  Buscar en el ISP
                  <Icon name="external" className="size-4" />
                  <span className="sr-only"> (se abre en otra pestaña)</span>
                </a>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const WIDTHS = [320, 640, 960]

const loadDialog = () => import('./zoom-dialog.tsx').then(({ ZoomDialog }) => ZoomDialog)

/** A product's photo, which opens as a large picture. The code of the large picture is loaded on the first press. */
function ZoomableImage({ photo, alt }: { photo: string | null | undefined; alt: string }) {
  const [open, setOpen] = useState(false)
  const Dialog = useLazyPart(loadDialog, {
    needed: open,
    onFailure: () => {
      setOpen(false)
      // Without the code, the browser itself shows the picture.
      if (photo) location.assign(imageFile(imageUrl('product', photo), 1600))
    },
  })

  return (
    <>
      <ProductImage
        photo={photo}
        alt={alt}
        load="first"
        widths={WIDTHS}
        sizes="(min-width: 1280px) 580px, (min-width: 768px) 45vw, min(384px, 100vw)"
        className="border border-line"
      />
      {photo && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Ampliar la imagen"
          onClick={() => setOpen(true)}
          className="group absolute inset-0 cursor-zoom-in rounded-lg"
        >
          <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full border border-line bg-paper/90 text-brand transition-colors group-hover:bg-mint">
            <Icon name="zoom-in" />
          </span>
        </button>
      )}
      {photo && Dialog && (
        <Dialog open={open} onClose={() => setOpen(false)} url={imageUrl('product', photo)} alt={alt} />
      )}
    </>
  )
}

/** The yellow seal as a button that opens its explanation. The browser opens and closes the popover, even without scripts. */
function BioequivalentSeal() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Bioequivalente: qué significa"
        className="-my-2.5 inline-flex min-h-11 items-center rounded-full"
      >
        <Badge tone="seal">
          Bioequivalente
          <Icon name="info" className="size-4" />
        </Badge>
      </button>
      <div
        id={id}
        popover="auto"
        className="fades m-auto w-[calc(100%-3rem)] max-w-[26rem] rounded-lg border border-line bg-paper p-6 text-ink shadow"
      >
        <h2 className="text-lg">¿Qué es un bioequivalente?</h2>
        <p className="mt-2">
          Es un medicamento que demostró ante el Instituto de Salud Pública que actúa en el cuerpo igual que
          el de referencia, con el mismo principio activo, la misma dosis y la misma forma. Se reconoce por el
          sello amarillo de su envase.
        </p>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="link mt-3 inline-flex min-h-11 items-center"
        >
          Cerrar
        </button>
      </div>
    </>
  )
}
