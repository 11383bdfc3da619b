import { useEffect, useState } from 'react'
import { href } from 'react-router'
import type { PurchaseLine, PurchaseSupplier } from '#contract/stock.ts'
import { splitCodes } from '#domain/barcodes.ts'
import { formatPhone, internationalPhone } from '#domain/phone.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { PLAIN } from '../../../listing/listing.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { ExpectedGoods } from '../../lots/use-receipt.ts'
import { ProductLink } from '../product-link.tsx'
import type { Quantities } from './use-quantities.ts'

/** More days than the stock of any sold product lasts. */
export const UNSOLD_DAYS = 1e9

/** The days that a product's stock lasts at the pace of the last 30 days; {@link UNSOLD_DAYS} without sales. */
export const daysLeft = ({ stock, sold }: PurchaseLine) => (sold > 0 ? (stock * 30) / sold : UNSOLD_DAYS)

/** Whether the list proposes a quantity for a product, or a person has typed one. */
export const isToBuy = ({ typed, quantity }: PurchaseLine) => quantity > 0 || (typed ?? 0) > 0

/**
 * The lines to buy from one laboratory, with its contact.
 *
 * @param lines in the order of the screen; lines with nothing to buy are folded, unless the screen shows `all`
 */
export function LaboratoryLines({
  supplier,
  lines,
  all,
  quantities,
  receiving,
  onOrder,
  onReceive,
}: {
  supplier: PurchaseSupplier
  lines: readonly PurchaseLine[]
  all: boolean
  quantities: Quantities
  /** The products whose arrival is being saved. */
  receiving: ReadonlySet<string>
  onOrder: () => void
  onReceive: (lines: readonly PurchaseLine[]) => void
}) {
  const { name } = supplier
  const [unfolded, setUnfolded] = useState(false)
  const wanted = lines.filter((line) => quantities.unitsOf(line) > 0)
  const shown = all || unfolded ? lines : lines.filter((line) => isToBuy(line) || wanted.includes(line))
  const folded = lines.length - shown.length
  /** For the screen that receives them with lots and expiries. */
  const expected: ExpectedGoods = {
    supplier: name,
    lines: wanted.map((line) => ({
      ...{ productId: line._id, tradename: line.tradename, units: String(quantities.unitsOf(line)) },
      code: splitCodes(line.barcode)[0] ?? '',
    })),
  }
  // The pressed button is gone: the focus goes to the first unfolded line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, by the press.
  useEffect(() => {
    const first = unfolded && lines.find((line) => !isToBuy(line))
    if (first) document.getElementById(quantityId(first))?.focus()
  }, [unfolded])
  const unfold = folded > 0 && (
    <Button
      look="quiet"
      small
      icon="chevron-down"
      onClick={() => setUnfolded(true)}
      className="justify-self-start print:hidden"
    >
      Ver {folded} sin cantidad a pedir<span className="sr-only"> de {name}</span>
    </Button>
  )
  if (shown.length === 0)
    return (
      <section
        aria-label={name}
        data-folded
        className="card flex flex-wrap items-center justify-between gap-x-4 px-4 py-1 [[data-folded]+&]:-mt-5 print:hidden"
      >
        <h2 className="text-base">{name}</h2>
        {unfold}
      </section>
    )
  return (
    <section aria-label={name} className="grid gap-3 break-inside-avoid-page">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg">
            {name}{' '}
            <span className="font-normal text-base text-soft">
              · {counted(shown.length, 'producto', 'productos')}
            </span>
          </h2>
          <Contact supplier={supplier} />
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {wanted.length > 1 && (
            <Button
              look="secondary"
              small
              icon="check"
              disabled={receiving.size > 0}
              onClick={() => onReceive(wanted)}
            >
              Llegó todo
            </Button>
          )}
          {wanted.length > 0 && (
            <LinkButton
              to={href('/dashboard/products/receive')}
              state={{ expected }}
              look="secondary"
              small
              icon="truck"
            >
              Recibir con lotes<span className="sr-only"> de {name}</span>
            </LinkButton>
          )}
          <Button look="secondary" small icon="mail" disabled={wanted.length === 0} onClick={onOrder}>
            Enviar pedido<span className="sr-only"> a {name}</span>
          </Button>
        </div>
      </div>
      <DataTable
        label={`Reponer de ${name}`}
        columns={{
          ...COLUMNS,
          quantity: {
            header: 'Cantidad a pedir',
            align: 'end',
            cell: (line) => (
              <div className="grid justify-items-end as-card:justify-items-start">
                <span className="flex items-center gap-2">
                  <input
                    id={quantityId(line)}
                    aria-label={`Cantidad a pedir de ${line.tradename}`}
                    value={quantities.textOf(line)}
                    placeholder="—"
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={7}
                    onChange={({ target }) => quantities.type(line, target.value)}
                    onBlur={quantities.flush}
                    onFocus={({ target }) => target.select()}
                    onKeyDown={({ key, currentTarget }) => {
                      if (key === 'Enter')
                        currentTarget.closest('tr')?.nextElementSibling?.querySelector('input')?.focus()
                    }}
                    className="control min-h-9 w-20 px-2 py-1 text-right font-semibold tabular-nums print:border-0 print:p-0"
                  />
                  <Button
                    look="quiet"
                    small
                    loading={receiving.has(line._id)}
                    disabled={receiving.size > 0 || quantities.unitsOf(line) === 0}
                    onClick={() => onReceive([line])}
                    className="print:hidden"
                  >
                    Llegó<span className="sr-only"> {line.tradename}</span>
                  </Button>
                </span>
                <FieldError error={quantities.failureOf(line)} />
              </div>
            ),
            className: 'as-table:w-48',
          },
        }}
        rows={shown}
        rowKey={({ _id }) => _id}
        empty=""
        tableFrom="regular"
      />
      {unfold}
    </section>
  )
}

/** The supplier's person and phone, or a link to enter them. */
function Contact({ supplier: { name, contact, phone } }: { supplier: PurchaseSupplier }) {
  const digits = internationalPhone(phone)
  if (!contact && !phone)
    return (
      <p className="text-sm text-soft print:hidden">
        Sin contacto.{' '}
        <TextLink to={href('/dashboard/suppliers') + PLAIN.url({ search: name })}>
          Agregarlo en Proveedores
        </TextLink>
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {contact && (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="user" className="size-4 text-soft" />
          <span className="sr-only">Contacto: </span>
          {contact}
        </span>
      )}
      {phone && (
        <a
          // A text that isn't a phone number stays as it is.
          href={`tel:${digits ? `+${digits}` : phone}`}
          className="inline-flex items-center gap-1.5 font-semibold text-brand hover:underline"
        >
          <Icon name="phone" className="size-4" />
          <span className="sr-only">Teléfono: </span>
          {formatPhone(phone)}
        </a>
      )}
    </p>
  )
}

const COLUMNS: Columns<PurchaseLine> = {
  barcode: {
    header: 'Código de barras',
    cell: ({ barcode }) => barcode || '—',
    className: 'tabular-nums wrap-anywhere as-table:w-40 as-table:min-w-32 as-table:text-[0.8125rem]',
  },
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ _id, tradename }) => <ProductLink id={_id}>{tradename}</ProductLink>,
    className: 'as-card:order-first',
  },
  stock: {
    header: 'Stock',
    align: 'end',
    cell: ({ stock }) => formatWhole(stock),
    className: 'as-table:w-16',
  },
  sold: {
    header: 'Vendidos en 30 días',
    align: 'end',
    cell: ({ sold }) => formatWhole(sold),
    className: 'as-table:w-36',
  },
  left: {
    header: 'Alcanza',
    align: 'end',
    cell: (line) => (line.sold > 0 ? counted(Math.floor(daysLeft(line)), 'día', 'días') : '—'),
    className: 'as-table:w-24 whitespace-nowrap',
  },
}

/** The id of a line's quantity field. */
export const quantityId = ({ _id }: PurchaseLine) => `cantidad-${_id}`
