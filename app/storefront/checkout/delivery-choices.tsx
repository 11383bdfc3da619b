import { useEffect, useRef } from 'react'
import { keepTogether } from '#domain/keep-together.ts'
import type { DeliveryKind } from '#domain/order-price.ts'
import { sumTotals } from '#domain/price.ts'
import type { ShownPrice } from '../../cart/use-price.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { CommuneField } from './commune-field.tsx'
import { type Delivery, notDeliveredText, type Pickup } from './use-delivery.ts'

const WAYS: Record<DeliveryKind, { name: string; icon: IconName }> = {
  pickup: { name: 'Retiro en la farmacia', icon: 'bag' },
  zone: { name: 'Despacho a domicilio', icon: 'truck' },
}

/**
 * The choice of the delivery, above the shipping form: pick-up at a point, or delivery to a commune.
 *
 * @param asked the number of submits with an incomplete choice: each shows what is missing and focuses it
 */
export function DeliveryChoices({
  delivery,
  price,
  asked,
  changed,
}: {
  delivery: Delivery
  price: ShownPrice
  asked: number
  changed: React.ReactNode
}) {
  const { kinds, kind, missing, chooseKind, options } = delivery
  const box = useRef<HTMLFieldSetElement>(null)
  const communeInput = useRef<HTMLInputElement>(null)
  /** Whether the commune's field gets the focus when it appears: only after a press on its option, where it is the next step. */
  const pressed = useRef(false)
  const error = asked > 0 ? missing : undefined

  useEffect(() => {
    if (asked > 0) (communeInput.current ?? box.current?.querySelector('input'))?.focus()
  }, [asked])
  useEffect(() => {
    if (kind === 'zone' && pressed.current && !communeInput.current?.value) communeInput.current?.focus()
    pressed.current = false
  }, [kind])

  return (
    <section aria-labelledby="como-llega" className="card grid min-w-0 gap-4 p-4 sm:p-6">
      <h2 id="como-llega" className="text-lg">
        ¿Cómo quieres recibir tu pedido?
      </h2>
      {changed}
      <fieldset ref={box} aria-labelledby="como-llega" className="grid min-w-0 gap-3 sm:grid-cols-2">
        {kinds.map((one) => (
          <label
            key={one}
            onPointerDown={() => {
              pressed.current = true
            }}
            className="choice"
          >
            <input
              type="radio"
              name="entrega"
              checked={kind === one}
              aria-describedby={error && !kind ? 'falta-entrega' : undefined}
              onChange={() => chooseKind(one)}
            />
            <Icon name={WAYS[one].icon} className="size-6 text-brand" />
            <span className="grid min-w-0">
              <strong>{WAYS[one].name}</strong>
              <span className="text-sm text-soft">{one === 'pickup' ? 'Gratis' : priceFrom(options)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FieldError id="falta-entrega" error={kind ? undefined : error} />
      {kind === 'pickup' && <PickupPoints delivery={delivery} error={error} />}
      {kind === 'zone' && (
        <Destination delivery={delivery} price={price} error={error} input={communeInput} />
      )}
    </section>
  )
}

/** `Desde $3.490`, the lowest price of the zones; `$3.490` if all have the same price; `Gratis` if a zone is free. */
function priceFrom({ zones }: Delivery['options']) {
  const prices = [...new Set(zones.map(({ price }) => price))]
  const least = Math.min(...prices)
  if (least === 0) return 'Gratis'
  return `${prices.length > 1 ? 'Desde ' : ''}${formatPrice(least)}`
}

function PickupPoints({ delivery, error }: { delivery: Delivery; error: string | undefined }) {
  const { options, pickup, choosePickup } = delivery
  const [only, ...others] = options.pickups
  if (only && others.length === 0)
    return (
      <div className="rounded-lg bg-mint p-4">
        <PointFacts point={only} />
      </div>
    )
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-semibold">¿Dónde lo retiras?</legend>
      {options.pickups.map((point) => (
        <label key={point._id} className="choice">
          <input
            type="radio"
            name="punto"
            checked={pickup?._id === point._id}
            aria-describedby={error ? 'falta-punto' : undefined}
            onChange={() => choosePickup(point._id)}
          />
          <PointFacts point={point} />
        </label>
      ))}
      <FieldError id="falta-punto" error={error} />
    </fieldset>
  )
}

const PointFacts = ({ point: { name, address, hours, ready } }: { point: Pickup }) => (
  <span className="grid min-w-0 gap-0.5 wrap-anywhere">
    <strong>{name}</strong>
    <span>{address}</span>
    <span className="text-sm text-soft">{keepTogether(hours)}</span>
    <span className="text-brand-deep text-sm">
      Listo <strong>{keepTogether(ready)}</strong>
    </span>
  </span>
)

function Destination({
  delivery,
  price,
  error,
  input,
}: {
  delivery: Delivery
  price: ShownPrice
  error: string | undefined
  input: React.RefObject<HTMLInputElement | null>
}) {
  const { commune, zone, kinds, options, chooseKind, chooseCommune } = delivery
  const problem = commune && !zone ? notDeliveredText(commune) : zone && price.deliveryProblem
  return (
    <div className="grid gap-3">
      <CommuneField
        code={commune}
        isServed={({ code }) => options.zones.some(({ communes }) => communes.includes(code))}
        error={commune ? undefined : error}
        onChoose={chooseCommune}
        ref={input}
      />
      <div role="status" className="grid gap-3 empty:hidden">
        {problem && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink">
            <p className="min-w-0">{keepTogether(problem)}</p>
            {kinds.includes('pickup') && (
              <Button look="secondary" small onClick={() => chooseKind('pickup')} className="min-h-11">
                Retirar en la farmacia
              </Button>
            )}
          </div>
        )}
        {zone && !problem && <ZoneFacts zone={zone} price={price} />}
      </div>
    </div>
  )
}

function ZoneFacts({ zone, price: { sums } }: { zone: NonNullable<Delivery['zone']>; price: ShownPrice }) {
  const products = sumTotals([sums.subtotal, -(sums.coupon?.discount ?? 0)])
  const cost = sums.delivery?.cost ?? zone.price
  const missing = cost > 0 && zone.freeFrom !== null ? Math.ceil(zone.freeFrom - products) : 0
  return (
    <Banner icon="truck">
      <p>
        <strong className="tabular-nums">{cost === 0 ? 'Despacho gratis' : formatPrice(cost)}</strong> ·{' '}
        {keepTogether(zone.days)}
      </p>
      {missing > 0 && (
        <p className="text-sm">
          Te faltan <strong className="tabular-nums">{formatPrice(missing)}</strong> para el despacho gratis
        </p>
      )}
    </Banner>
  )
}
