import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { STOCK_ALERT_HASH } from './stock-alert-hash.ts'

type Form = ComponentType<{ productId: string }>

/**
 * Asks for a mail when a sold-out product is back (docs/product.md#stock-alerts). The form loads when it is opened: its validation is
 * too large for the page. The link of a card opens it at once.
 */
export function StockAlert({ productId }: { productId: string }) {
  const { hash } = useLocation()
  const [state, setState] = useState<{ Form?: Form; loading?: true; failed?: true }>({})
  const open = useCallback(() => {
    setState({ loading: true })
    import('./stock-alert-form.tsx').then(
      ({ StockAlertForm }) => setState({ Form: StockAlertForm }),
      () => setState({ failed: true }),
    )
  }, [])
  useEffect(() => {
    if (hash === STOCK_ALERT_HASH) open()
  }, [hash, open])
  if (state.Form) return <state.Form productId={productId} />
  return (
    <div className="grid gap-2">
      <Button look="secondary" icon="mail" loading={state.loading} onClick={open} wide>
        Avísame cuando llegue
      </Button>
      <FieldError
        error={state.failed && 'No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.'}
      />
    </div>
  )
}
