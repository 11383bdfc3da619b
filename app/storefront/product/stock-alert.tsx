import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { STOCK_ALERT_HASH } from '#domain/screen-urls.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

const loadForm = () => import('./stock-alert-form.tsx').then(({ StockAlertForm }) => StockAlertForm)

/**
 * Asks for a mail when a sold-out product is back. The form loads when it is opened: its validation is
 * too large for the page. The link of a card opens it at once.
 */
export function StockAlert({ productId }: { productId: string }) {
  const { hash } = useLocation()
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  useEffect(() => {
    if (hash === STOCK_ALERT_HASH) setState('open')
  }, [hash])
  const Form = useLazyPart(loadForm, { needed: state === 'open', onFailure: () => setState('failed') })
  if (Form) return <Form productId={productId} />
  return (
    <div className="grid gap-2">
      <Button look="secondary" icon="mail" loading={state === 'open'} onClick={() => setState('open')} wide>
        Avísame cuando llegue
      </Button>
      <FieldError
        error={
          state === 'failed'
            ? 'No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.'
            : undefined
        }
      />
    </div>
  )
}
