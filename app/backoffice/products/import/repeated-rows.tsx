import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ProductName } from './changes-table.tsx'
import { headerOf, shownValue } from './import-values.ts'
import { type Choosing, chosenUse, type Preview, type RowUse, rowKey, withValue } from './preview-choices.ts'
import { LimitedCard, RadioCard, Section } from './section.tsx'

type Repeated = Preview['repeated'][number]

/**
 * The products whose rows contradict each other, side by side, each with a choice. Preselected is the sum of lots, or else the
 * first row.
 */
export function RepeatedRows({
  repeated,
  choices,
  disabled,
  choose,
}: { repeated: readonly Repeated[] } & Choosing) {
  if (repeated.length === 0) return null
  const onChoose = (products: readonly Repeated[], use: RowUse) =>
    choose({ uses: withValue(choices.uses, products.map(rowKey), use) })
  const withUnits = repeated.filter(({ sum }) => sum !== undefined)
  const withBlanks = repeated.filter(({ hasBlanks }) => hasBlanks)
  return (
    <Section
      title="Códigos repetidos"
      text="Varias filas tienen el mismo código, o el mismo nombre sin código, y dicen cosas distintas. Elige qué se guarda de cada producto; de los lotes proponemos sumar las unidades."
    >
      {repeated.length > 1 && (
        <fieldset disabled={disabled} className="flex flex-wrap gap-3">
          <legend className="sr-only">Elegir para todos los productos</legend>
          <Button look="secondary" small onClick={() => onChoose(repeated, 0)}>
            Usar siempre la primera
          </Button>
          <Button look="secondary" small onClick={() => onChoose(repeated, 1)}>
            Usar siempre la segunda
          </Button>
          {withUnits.length > 0 && (
            <Button look="secondary" small onClick={() => onChoose(withUnits, 'sum')}>
              Sumar siempre las unidades
            </Button>
          )}
          {withBlanks.length > 0 && (
            <Button look="secondary" small onClick={() => onChoose(withBlanks, 'fill')}>
              Rellenar siempre los blancos
            </Button>
          )}
        </fieldset>
      )}
      <LimitedCard rows={repeated} rowKey={rowKey} className="grid gap-3 p-4">
        {(product) => (
          <RowChoice
            product={product}
            use={chosenUse(product, choices)}
            disabled={disabled}
            onChoose={(use) => onChoose([product], use)}
          />
        )}
      </LimitedCard>
    </Section>
  )
}

function RowChoice({
  product,
  use,
  disabled,
  onChoose,
}: {
  product: Repeated
  use: RowUse
  disabled: boolean
  onChoose: (use: RowUse) => void
}) {
  const id = useId()
  const { name, barcode, fields, rows, hasBlanks, sum } = product
  const [first] = rows
  const severalSheets = new Set(rows.map(({ sheet }) => sheet)).size > 1
  const option = (value: RowUse, title: string, children: React.ReactNode) => (
    <RadioCard key={value} name={id} title={title} checked={use === value} onChange={() => onChoose(value)}>
      {children}
    </RadioCard>
  )
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-2">
        <ProductName name={name} barcode={barcode} />
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sum !== undefined &&
          option(
            'sum',
            `Sumar: ${shownValue('stock', String(sum))} unidades`,
            <span className="block text-sm text-soft">
              Lo demás, de la primera fila; lo que no dice, de las otras.
            </span>,
          )}
        {rows.map(({ sheet, row, values, lot }, index) =>
          option(
            index,
            severalSheets ? `Fila ${row} de ${sheet}` : `Fila ${row}`,
            <>
              {lot !== undefined && <span className="wrap-anywhere block text-sm">Lote {lot}</span>}
              {fields.map((field, at) => (
                <span key={field} className="wrap-anywhere line-clamp-3 text-sm">
                  <span className="text-soft">{headerOf(field)}: </span>
                  {values[at] ? shownValue(field, values[at]) : '—'}
                </span>
              ))}
            </>,
          ),
        )}
        {hasBlanks &&
          first &&
          option(
            'fill',
            `Rellenar los blancos de la fila ${first.row}`,
            <span className="block text-sm text-soft">Lo que no dice se toma de las otras.</span>,
          )}
      </div>
    </fieldset>
  )
}
