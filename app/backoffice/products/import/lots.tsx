import { href } from 'react-router'
import type { ImportReport } from '#contract/import-report.ts'
import { lotInWords, sumUnits } from '#domain/lots.ts'
import { counted } from '#domain/price.ts'
import type { Columns } from '../../../ui/data-table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { productColumn } from './changes-table.tsx'
import { rowKey, usePreviewing } from './preview-choices.ts'
import { Limited, LimitedTable, Section } from './section.tsx'

type WithLots = NonNullable<NonNullable<ImportReport['preview']>['lots']>[number]
type Lowered = NonNullable<ImportReport['lowered']>[number]

const units = (count: number) => counted(count, 'unidad', 'unidades')

/** The products whose lots the file names, with the units of each lot. */
export function LotsOfFile() {
  const { lots = [] } = usePreviewing().preview
  if (lots.length === 0) return null
  return (
    <Section
      title="Lotes"
      text="Las filas de un código que solo difieren en lote, vencimiento y unidades son lotes de un producto: su stock es la suma."
    >
      <LimitedTable label="Lotes de la planilla" columns={columns} rows={lots} rowKey={rowKey} first={5} />
    </Section>
  )
}

const columns: Columns<WithLots> = {
  product: { ...productColumn, className: 'as-table:w-2/5' },
  lots: {
    header: 'Lotes',
    bare: true,
    cell: ({ lots, stock }) => (
      <ul className="grid gap-0.5 tabular-nums">
        {lots.map((lot) => (
          <li key={`${lot.lot} ${lot.expires}`} className="first-letter:uppercase">
            {lotInWords(lot)}: {units(lot.units)}
          </li>
        ))}
        {stock > sumUnits(lots) && <li>Sin lote: {units(stock - sumUnits(lots))}</li>}
      </ul>
    ),
  },
}

/** The lots that lost units, because the file counts fewer units of their product than its lots had together. */
export function LoweredLots({ lots }: { lots: readonly Lowered[] }) {
  return (
    <Section
      title="Lotes con menos unidades"
      text="La planilla cuenta menos unidades que los lotes de estos productos: las que faltan salieron de los que vencen al final."
    >
      <Limited rows={lots}>
        {(shown) => (
          <ul className="grid gap-1">
            {shown.map(({ productId, name, ...lot }) => (
              <li key={`${productId} ${lot.lot} ${lot.expires}`}>
                <TextLink to={href('/dashboard/products/edit-product/:id', { id: productId })}>
                  {name}
                </TextLink>
                : {units(lot.units)} menos del {lotInWords(lot)}
              </li>
            ))}
          </ul>
        )}
      </Limited>
    </Section>
  )
}
