import { useEffect, useRef } from 'react'
import type { ImportChanged, ImportedProduct, ImportReport } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import type { Listing } from '../../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../../listing/listing-table.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Column, Columns } from '../../../ui/data-table.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { ProductLink } from '../product-link.tsx'
import { headerOf, shownValue } from '../product-values.ts'
import { rowKey } from './preview-choices.ts'
import { LimitedTable } from './section.tsx'

type Change = NonNullable<ImportReport['preview']>['changes'][number]
type FieldChange = Change['fields'][number]

/** The first changes of an import. `skipped` says which rows are left out. */
export function ChangesTable({
  changes,
  skipped,
}: {
  changes: readonly Change[]
  skipped: (change: Change) => boolean
}) {
  const columns: Columns<Change> = {
    row: rowColumn,
    product: {
      header: 'Producto',
      bare: true,
      cell: (change) => (
        <ProductName name={change.name} barcode={change.barcode}>
          {skipped(change) ? <Badge>No se importa</Badge> : change.productId === null && NEW}
        </ProductName>
      ),
      className: 'as-card:order-first as-table:w-2/5',
    },
    changes: changesColumn(({ productId }) => productId === null),
  }
  return (
    <LimitedTable
      label="Cambios"
      columns={columns}
      rows={changes}
      rowKey={rowKey}
      first={20}
      empty="No hay cambios que mostrar"
    />
  )
}

const NEW = <Badge tone="green">Nuevo</Badge>

const changesColumn = <Row extends { fields: readonly FieldChange[] }>(
  isNew: (row: Row) => boolean,
): Column<Row> => ({
  header: 'Cambios',
  bare: true,
  cell: (row) => <FieldChanges fields={row.fields} isNew={isNew(row)} />,
})

/** The list of a saved import's products, with their values before and after. */
export const SavedChanges = ({ listing }: { listing: Listing<ImportedProduct> }) => (
  <ListingTable
    title="Cambios de la importación"
    listing={listing}
    columns={savedColumns}
    empty="Ningún producto cambió"
  >
    <ListingHead level="h2" />
    <ListingSearch label="Buscar producto..." />
  </ListingTable>
)

const savedColumns: Columns<ImportedProduct> = {
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ _id, name, barcode, isNew }) => (
      <ProductName name={<ProductLink id={_id}>{name}</ProductLink>} barcode={barcode}>
        {isNew && NEW}
      </ProductName>
    ),
    className: 'as-table:w-2/5',
  },
  changes: changesColumn(({ isNew }) => isNew),
}

/** The column of a row's number; on a card with the word 'Fila'. */
export const rowColumn: Column<{ row: number }> = {
  header: 'Fila',
  align: 'end',
  bare: true,
  cell: ({ row }) => (
    <span className="text-soft">
      <span className="as-table:hidden">Fila </span>
      {row}
    </span>
  ),
  className: 'as-table:w-16',
}

export const productColumn: Column<{ name: string; barcode: string }> = {
  header: 'Producto',
  bare: true,
  cell: ({ name, barcode }) => <ProductName name={name} barcode={barcode} />,
}

export function ProductName({
  name,
  barcode,
  children,
}: {
  name: React.ReactNode
  barcode: string
  children?: React.ReactNode
}) {
  return (
    <div className="grid gap-0.5">
      <span className="wrap-anywhere font-semibold">{name || '—'}</span>
      {barcode !== '' && (
        <span className="wrap-anywhere text-soft tabular-nums">{barcode.split(',').join(', ')}</span>
      )}
      {children}
    </div>
  )
}

/** The changed fields as before → after; the values of a new product. */
export function FieldChanges({ fields, isNew = false }: { fields: readonly FieldChange[]; isNew?: boolean }) {
  const listed = isNew
    ? fields.filter(({ field, after }) => field !== 'barcode' && field !== 'tradename' && after !== '')
    : fields
  return (
    <ul className={isNew ? 'flex flex-wrap gap-x-4 gap-y-1' : 'grid gap-1'}>
      {listed.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-soft">{headerOf(field)}: </span>
          {isNew ? (
            <span>{shownValue(field, after)}</span>
          ) : (
            <BeforeAfter field={field} before={before} after={after} />
          )}
        </li>
      ))}
    </ul>
  )
}

export function BeforeAfter({
  field,
  before,
  after,
}: {
  field: ProductField
  before: string
  after: string
}) {
  return (
    <span className="tabular-nums">
      <span className="sr-only">antes </span>
      {shownValue(field, before)}
      <span aria-hidden="true" className="text-soft">
        {' → '}
      </span>
      <span className="sr-only">, después </span>
      <strong className="font-semibold">{shownValue(field, after)}</strong>
    </span>
  )
}

/** A box with the changes that others made while the preview was open. The box takes the focus, because the preview below was replaced. */
export function ConcurrentChanges({ changed }: { changed: ImportChanged }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!changed) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView()
  }, [changed])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Cambios durante la revisión"
      className="grid scroll-mt-20 gap-3 rounded-lg border border-line bg-amber-pale p-4 outline-none"
    >
      <div className="flex items-start gap-2 text-amber-ink">
        <Icon name="warning" className="mt-0.5 size-6" />
        <div className="min-w-0">
          <h2 className="text-lg">Los productos cambiaron mientras revisabas</h2>
          <p>
            No se guardó nada. Tus elecciones siguen aquí y la revisión ya cuenta con estos cambios: mírala y
            guarda nuevamente.
          </p>
        </div>
      </div>
      <LimitedTable
        label="Cambios durante la revisión"
        columns={meanwhileColumns}
        rows={changed.meanwhile}
        rowKey={(row) => String(changed.meanwhile.indexOf(row))}
        empty="Cambió el catálogo"
      />
    </section>
  )
}

const meanwhileColumns: Columns<ImportChanged['meanwhile'][number]> = {
  product: { ...productColumn, className: 'as-table:w-2/5' },
  changes: {
    header: 'Cambios',
    bare: true,
    cell: ({ fields }) =>
      fields.length > 0 ? <FieldChanges fields={fields} /> : 'Su fila ya no se puede guardar.',
  },
}
