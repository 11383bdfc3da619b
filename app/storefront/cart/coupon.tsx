import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'

/** The coupon box (design §2.25): closed while the cart is empty; no code is valid. */
export function Coupon({ empty }: { empty: boolean }) {
  const [answer, setAnswer] = useState<string>()

  function redeem(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setAnswer(code ? 'El código no es válido.' : 'Ingresa un código.')
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
          error={answer}
          onChange={() => setAnswer(undefined)}
        />
        <Button type="submit" look="secondary" disabled={empty}>
          Canjear
        </Button>
      </form>
    </section>
  )
}
