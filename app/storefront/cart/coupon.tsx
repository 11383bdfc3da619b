import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'

/** The coupon box, disabled while the cart is empty. No code is valid (docs/product.md#coupons). */
export function Coupon({ empty }: { empty: boolean }) {
  const [error, setError] = useState<string>()

  function redeem(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setError(code ? 'El código no es válido.' : 'Ingresa un código.')
  }

  return (
    <section aria-labelledby="cupones" className="card p-5">
      <h2 id="cupones" className="text-lg">
        Codigos de descuento
      </h2>
      <form onSubmit={redeem} className="mt-3 grid gap-3">
        <InputField
          label="Código"
          name="code"
          autoComplete="off"
          maxLength={40}
          disabled={empty}
          error={error}
          onChange={() => setError(undefined)}
        />
        <Button type="submit" look="secondary" disabled={empty}>
          Canjear
        </Button>
      </form>
    </section>
  )
}
