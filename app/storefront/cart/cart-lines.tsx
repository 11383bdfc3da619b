import { useState } from 'react'
import { Link } from 'react-router'
import { keepTogether } from '#domain/keep-together.ts'
import { discountedPrice } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { ApiError } from '../../api/client.ts'
import type { LocalLine } from '../../cart/cart.ts'
import { changeQuantity, useQuantityProblems } from '../../cart/cart-quantity.ts'
import { removeFromCart } from '../../cart/sync-cart.ts'
import { IconButton, Spinner } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { QuantityInput } from '../../ui/quantity-input.tsx'

const columns: Columns<LocalLine> = {
  product: { header: 'Producto', bare: true, cell: (line) => <ProductCell line={line} /> },
  quantity: {
    header: 'Cantidad',
    cell: (line) => <Quantity line={line} />,
    className: 'max-md:items-center',
  },
  total: {
    header: 'Total',
    align: 'end',
    cell: (line) => <strong className="text-base">{formatPrice(line.total)}</strong>,
  },
  remove: { header: 'Quitar', bare: true, align: 'end', cell: (line) => <Remove line={line} /> },
}

export function CartLines({ lines }: { lines: LocalLine[] }) {
  return (
    <DataTable
      label="Carrito"
      columns={columns}
      rows={lines}
      rowKey={(line) => line.productId}
      empty="No hay productos en el carrito"
    />
  )
}

function ProductCell({ line }: { line: LocalLine }) {
  return (
    <div className="grid grid-cols-[--spacing(18)_minmax(0,1fr)] items-center gap-4">
      <ProductImage photo={line.image} alt="" sizes="72px" />
      <div className="grid gap-1">
        <Link
          to={productUrl(line.productId)}
          className="line-clamp-6 w-fit rounded font-semibold text-base leading-snug [overflow-wrap:anywhere] hover:text-brand hover:underline"
        >
          {keepTogether(readableName(line.name) || 'Producto')}
        </Link>
        <p className="text-soft tabular-nums">
          {line.discount > 0 && (
            <>
              <s>
                <span className="sr-only">Precio normal: </span>
                {formatPrice(line.price)}
              </s>{' '}
            </>
          )}
          {keepTogether(`${formatPrice(discountedPrice(line.price, line.discount))} c/u`)}
        </p>
      </div>
    </div>
  )
}

function Quantity({ line }: { line: LocalLine }) {
  const problem = useQuantityProblems()[line.productId]
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <QuantityInput
          label={`Cantidad de ${readableName(line.name)}`}
          value={line.quantity}
          max={line.stock}
          onChange={(quantity) => changeQuantity(line.productId, quantity)}
          onExceed={() =>
            void notice.toast({
              title: 'La cantidad supera el stock disponible!',
              icon: 'info',
              timer: 1_500,
            })
          }
        />
        <span role="status" className="grid size-5 place-items-center text-brand">
          {line.saved && (
            <>
              <Spinner />
              <span className="sr-only">Guardando la cantidad</span>
            </>
          )}
        </span>
      </div>
      <FieldError error={problem} />
    </div>
  )
}

function Remove({ line }: { line: LocalLine }) {
  const [state, setState] = useState<'idle' | 'removing' | 'failed'>('idle')

  async function remove() {
    setState('removing')
    try {
      await removeFromCart(line.productId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState('failed')
    }
  }

  return (
    <div className="grid justify-items-end gap-1 max-md:-mt-10">
      <IconButton
        icon="trash"
        label={`Quitar ${readableName(line.name)}`}
        disabled={state === 'removing'}
        onClick={remove}
        className="text-soft hover:text-coral"
      />
      <FieldError error={state === 'failed' ? 'No pudimos quitarlo. Intenta nuevamente.' : undefined} />
    </div>
  )
}
