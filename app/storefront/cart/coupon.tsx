import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'
import { Foldable } from '../../ui/foldable.tsx'

/** The coupon box, disabled while the cart is empty. Every code is refused (docs/product.md#coupons). */
export function Coupon({ empty }: { empty: boolean }) {
  const [error, setError] = useState<string>()

  function redeem(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setError(code ? 'El código no es válido.' : 'Ingresa un código.')
  }

  return (
    <Foldable title="Codigos de descuento" className="self-start p-5">
      <form onSubmit={redeem} className="grid gap-3">
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
    </Foldable>
  )
}
