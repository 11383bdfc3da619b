import { href } from 'react-router'
import type { Product } from '#contract/products.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { duplicateOf } from './product-values.ts'

/** The product form's buttons and the outcome of a save. They stay at the bottom of the window; on a phone only the save button does. */
export function FormActions({
  product,
  saving,
  failure,
  success,
  onCreateAnother,
}: {
  product: Product | null
  saving: boolean
  failure: string | undefined
  success: string | undefined
  onCreateAnother: () => void
}) {
  return (
    <div className="max-sm:contents sm:window-bar sm:card sm:flex sm:flex-wrap sm:items-center sm:gap-3 sm:px-4 sm:py-3 sm:shadow lg:col-start-2">
      <div className="phone-bar grid gap-2 max-sm:order-last max-sm:-mx-4 max-sm:border-line max-sm:border-t max-sm:bg-paper max-sm:px-4 max-sm:py-3 sm:contents">
        <Button type="submit" title="Ctrl+S" loading={saving} className="min-w-56 sm:order-1">
          {product ? 'Actualizar Producto' : 'Agregar Nuevo Producto'}
        </Button>
        <div className="empty:hidden has-[p:empty+p:empty]:hidden sm:order-3 sm:w-full">
          <FieldError error={failure} />
          <p role="status" className="font-semibold text-brand text-sm empty:hidden">
            {success}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3 sm:order-2">
        <Button look="secondary" disabled={saving} onClick={onCreateAnother} className="max-sm:flex-1">
          Guardar y crear otro
        </Button>
        {product && (
          <LinkButton
            to={href('/dashboard/products/new-product')}
            state={{ start: duplicateOf(product) }}
            look="secondary"
            icon="copy"
            className="max-sm:flex-1"
          >
            Duplicar
          </LinkButton>
        )}
      </div>
    </div>
  )
}
