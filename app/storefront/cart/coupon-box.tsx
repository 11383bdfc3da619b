import { useEffect, useRef, useState } from 'react'
import { rememberCoupon } from '../../cart/order-request.ts'
import type { ShownPrice } from '../../cart/use-price.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'

/**
 * The coupon box: the remembered code, perhaps with the reason why it doesn't count, or a field for a code. Disabled while the
 * cart is empty.
 *
 * @param coupon the remembered code, or an empty text
 */
export function CouponBox({ empty, coupon, price }: { empty: boolean; coupon: string; price: ShownPrice }) {
  const { couponProblem: problem, state } = price
  const [error, setError] = useState<string>()
  /** Whether the code was typed just now: it stays in its field until the server has answered. */
  const [redeeming, setRedeeming] = useState(false)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  /** Whether the focus moves to the control that takes the place of the pressed button. */
  const moves = useRef(false)
  const isTaken = coupon !== '' && !empty && !(redeeming && state === 'counting')

  useEffect(() => {
    if (state !== 'counting') setRedeeming(false)
  }, [state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when one takes the other's place.
  useEffect(() => {
    if (moves.current) box.current?.querySelector<HTMLElement>('button, input')?.focus()
    moves.current = false
  }, [isTaken, open])

  function redeem(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setError(code ? undefined : 'Ingresa un código.')
    if (!code) return
    moves.current = true
    setRedeeming(true)
    rememberCoupon(code)
  }

  function unfold() {
    moves.current = true
    setOpen(true)
  }

  const isOpen = open || empty || coupon !== ''
  return (
    <>
      {!isOpen && (
        <Button look="secondary" icon="tag" onClick={unfold} className="sm:hidden">
          ¿Tienes un código?
        </Button>
      )}
      <section
        aria-labelledby="codigos"
        className={`card grid content-start gap-3 self-start p-5 ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        <h2 id="codigos" className="text-lg">
          Codigos de descuento
        </h2>
        <div ref={box}>
          {isTaken ? (
            <div className="flex items-center justify-between gap-3 rounded-lg bg-mint py-1 pr-1 pl-4">
              <strong className="min-w-0 wrap-anywhere">{coupon}</strong>
              <Button
                look="quiet"
                onClick={() => {
                  unfold()
                  rememberCoupon('')
                }}
              >
                Quitar<span className="sr-only"> el código {coupon}</span>
              </Button>
            </div>
          ) : (
            <form onSubmit={redeem} className="grid gap-3">
              <InputField
                label="Código"
                name="code"
                autoComplete="off"
                maxLength={40}
                disabled={empty}
                error={error ?? (coupon ? undefined : problem?.message)}
                onChange={() => setError(undefined)}
              />
              <Button type="submit" look="secondary" disabled={empty} loading={redeeming}>
                Canjear
              </Button>
            </form>
          )}
        </div>
        <p role="status" className="text-sm text-coral empty:hidden">
          {isTaken && problem?.message}
        </p>
      </section>
    </>
  )
}
