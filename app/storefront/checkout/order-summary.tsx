import { useState } from 'react'
import { href } from 'react-router'
import type { CartLine } from '#contract/cart.ts'
import type { LastingPrescription } from '#contract/order-prescriptions.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { dispensingsLeft, prescriberPhrase } from '#domain/lasting-prescription.ts'
import { counted } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import type { ShownPrice } from '../../cart/use-price.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { type Advice, CartAdvice } from '../cart/cart-advice.tsx'
import { PhoneBar } from '../cart/phone-bar.tsx'
import { Totals } from '../cart/totals.tsx'

type Props = {
  lines: CartLine[]
  price: ShownPrice
  formId: string
  sending: boolean
}

export function OrderSummary({
  lines,
  price,
  formId,
  sending,
  advice,
  prescriptions,
  changed,
}: Props & {
  advice: Advice | undefined
  prescriptions: readonly LastingPrescription[]
  changed: React.ReactNode
}) {
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  /** On a phone the lines are folded until the heading is pressed. */
  const [open, setOpen] = useState(lines.length === 0)
  return (
    <section aria-labelledby="tu-orden" className="card min-w-0 p-4 sm:p-6 lg:sticky lg:top-20">
      <div className="relative flex items-center gap-3 rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2">
        <h2 id="tu-orden" className="mr-auto text-lg">
          Tu orden
        </h2>
        <span className="text-soft tabular-nums sm:hidden">{counted(units, 'producto', 'productos')}</span>
        {/* The button covers the whole line. */}
        <button
          type="button"
          aria-expanded={open}
          aria-controls="lineas"
          aria-label={open ? 'Ocultar Tu orden' : 'Ver Tu orden'}
          onClick={() => setOpen(!open)}
          className="-my-2 grid size-11 shrink-0 place-items-center after:absolute after:inset-0 focus-visible:outline-none sm:hidden"
        >
          <Icon name="chevron-down" className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <div id="lineas" className={`mt-3 grid gap-4 ${open ? '' : 'max-sm:hidden'}`}>
        {lines.length === 0 ? (
          <>
            <p className="text-soft">No hay productos en el carrito</p>
            <LinkButton to={href('/tienda')} look="secondary">
              Continuar comprando
            </LinkButton>
          </>
        ) : (
          <ol className="grid gap-3">
            {lines.map((line, index) => (
              <li
                key={line.productId}
                className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 border-line border-b pb-3 last:border-0 last:pb-0"
              >
                <span className="text-soft tabular-nums">{index + 1}.</span>
                <span className="[overflow-wrap:anywhere]">
                  {keepTogether(readableName(line.name))}{' '}
                  <span className="whitespace-nowrap text-soft">× {line.quantity}</span>
                </span>
                <span className="font-semibold tabular-nums">{formatPrice(line.total)}</span>
                {line.quantity > line.stock && (
                  <span className="col-start-2 text-coral text-sm">
                    {line.stock > 0 ? `Stock disponible: ${line.stock}` : 'Sin existencias'}
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
        <Totals price={price} />
      </div>
      {lines.length > 0 && (
        <div className="mt-4 grid gap-4">
          {changed}
          <CoveredLines prescriptions={prescriptions} lines={lines} />
          <CartAdvice lines={lines} loaded={advice} covered={prescriptions.flatMap(({ covers }) => covers)} />
          <Button type="submit" form={formId} loading={sending} wide className="max-sm:hidden">
            Realizar pedido
          </Button>
          <DataNote>Usamos estos datos para preparar y entregar tu pedido.</DataNote>
          <DataNote to="/condiciones">Al realizarlo aceptas las</DataNote>
        </div>
      )}
    </section>
  )
}

export function SubmitBar({ price, formId, sending }: Omit<Props, 'lines'>) {
  return (
    <PhoneBar amount={price.sums.total}>
      <Button type="submit" form={formId} loading={sending}>
        Realizar pedido
      </Button>
    </PhoneBar>
  )
}

function CoveredLines({
  prescriptions,
  lines,
}: {
  prescriptions: readonly LastingPrescription[]
  lines: readonly CartLine[]
}) {
  const serving = prescriptions.filter(({ covers }) => covers.length > 0)
  if (serving.length === 0) return null
  return (
    <Banner icon="check">
      {serving.map(({ _id, prescriber, covers, left, deliveries }) => (
        <p key={_id}>
          <strong>
            Tienes una receta vigente{prescriber && ` ${prescriberPhrase(prescriber)}`}:{' '}
            {dispensingsLeft(left, deliveries)}.
          </strong>{' '}
          No tienes que enviar la receta de{' '}
          {lines
            .filter(({ productId }) => covers.includes(productId))
            .map(({ name }) => keepTogether(readableName(name)))
            .join(', ')}
          .
        </p>
      ))}
    </Banner>
  )
}
