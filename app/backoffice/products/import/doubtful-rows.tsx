import type { ProductField } from '#contract/product-fields.ts'
import { counted } from '#domain/price.ts'
import type { Columns } from '../../../ui/data-table.tsx'
import { shownValue } from '../product-values.ts'
import { BeforeAfter, productColumn, rowColumn } from './changes-table.tsx'
import { type Preview, rowKey, usePreviewing } from './preview-choices.ts'
import { LimitedTable, PlanChoice, Section, Tick } from './section.tsx'

/** The rows whose prices have decimals, with the choice that rounds all of them. */
export function DecimalPrices() {
  const { decimals, isRounded } = usePreviewing().preview
  if (decimals.length === 0) return null
  return (
    <Section
      title="Precios con decimales"
      text="Los precios son en pesos, sin decimales. Sin redondear, estas filas no se importan."
    >
      <PlanChoice
        label={`Redondear todos (${counted(decimals.length, 'fila', 'filas')})`}
        checked={isRounded}
        bodyOf={(round) => ({ round })}
      />
      <LimitedTable
        label="Precios con decimales"
        columns={decimalColumns}
        rows={decimals}
        rowKey={rowKey}
        first={5}
      />
    </Section>
  )
}

const decimalColumns: Columns<Preview['decimals'][number]> = {
  row: rowColumn,
  product: { ...productColumn, className: 'as-card:order-first' },
  price: {
    header: 'Precio',
    bare: true,
    cell: ({ value, cost }) => (
      <span className="wrap-anywhere tabular-nums">
        <span className="sr-only">La planilla dice </span>
        {value}
        <span aria-hidden="true" className="text-soft">
          {' → '}
        </span>
        <span className="sr-only">, redondeado </span>
        <strong className="font-semibold">{shownValue('cost', cost)}</strong>
      </span>
    ),
    className: 'as-table:w-2/5',
  },
}

type Suspicion = Preview['suspicious'][number]
type Row = { key: string; row: number; name: string; barcode: string; suspicions: Suspicion[] }

const KINDS: Record<Suspicion['kind'], { field: ProductField; text: string }> = {
  priceTenth: { field: 'cost', text: 'El precio baja a la décima parte o menos' },
  priceTenfold: { field: 'cost', text: 'El precio sube diez veces o más' },
  discount: { field: 'discount', text: 'Descuento mayor que 60 %' },
  prescriptionOff: { field: 'prescription', text: 'Deja de pedir receta' },
}

/** Rows that deserve a second look, each with a checkbox to leave it out. */
export function SuspiciousRows() {
  const { suspicious } = usePreviewing().preview
  if (suspicious.length === 0) return null
  const rows = [...Map.groupBy(suspicious, rowKey)].map(
    ([key, suspicions]): Row => ({ ...suspicions[0]!, key, suspicions }),
  )
  const columns: Columns<Row> = {
    row: rowColumn,
    product: { ...productColumn, className: 'as-card:order-first as-table:w-1/3' },
    why: {
      header: 'Por qué',
      bare: true,
      cell: ({ suspicions }) => (
        <ul className="grid gap-1">
          {suspicions.map(({ kind, before, after }) => (
            <li key={kind}>
              {KINDS[kind].text}:{' '}
              {before === '' ? (
                <strong className="font-semibold">{shownValue(KINDS[kind].field, after)}</strong>
              ) : (
                <BeforeAfter field={KINDS[kind].field} before={before} after={after} />
              )}
            </li>
          ))}
        </ul>
      ),
    },
    import: {
      header: 'Importar',
      bare: true,
      cell: ({ key, name, row }) => (
        <Tick
          label="No importar esta fila"
          aria-label={`No importar la fila ${row}, ${name}`}
          of="skipped"
          keys={[key]}
        />
      ),
      className: 'as-table:w-44',
    },
  }
  return (
    <Section title="Filas por revisar" text="Se pueden importar, pero parecen un error.">
      {rows.length > 1 && (
        <Tick label="No importar ninguna de estas filas" of="skipped" keys={rows.map(({ key }) => key)} />
      )}
      <LimitedTable label="Filas por revisar" columns={columns} rows={rows} rowKey={({ key }) => key} />
    </Section>
  )
}
