import { headerOf, shownValue } from '../product-values.ts'
import { ProductName } from './changes-table.tsx'
import { chosenUse, type Preview, type RowUse, rowKey, usePreviewing, withValue } from './preview-choices.ts'
import { About, ForAll, LimitedCard, type Option, RadioCards, Section } from './section.tsx'

type Repeated = Preview['repeated'][number]

/**
 * The products whose rows contradict each other, side by side, each with a choice. Preselected is the sum of lots, or else the
 * first row.
 */
export function RepeatedRows() {
  const { preview, choices, disabled, choose } = usePreviewing()
  const { repeated } = preview
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
        <ForAll
          legend="Elegir para todos los productos"
          disabled={disabled}
          answers={{
            'Usar siempre la primera': () => onChoose(repeated, 0),
            'Usar siempre la segunda': () => onChoose(repeated, 1),
            ...(withUnits.length > 0 && { 'Sumar siempre las unidades': () => onChoose(withUnits, 'sum') }),
            ...(withBlanks.length > 0 && {
              'Rellenar siempre los blancos': () => onChoose(withBlanks, 'fill'),
            }),
          }}
        />
      )}
      <LimitedCard rows={repeated} rowKey={rowKey} className="grid gap-3 p-4">
        {(product) => (
          <fieldset disabled={disabled} className="min-w-0">
            <legend className="mb-2">
              <ProductName name={product.name} barcode={product.barcode} />
            </legend>
            <RadioCards
              options={usesOf(product)}
              value={chosenUse(product, choices)}
              onChoose={(use) => onChoose([product], use)}
            />
          </fieldset>
        )}
      </LimitedCard>
    </Section>
  )
}

function usesOf({ fields, rows, hasBlanks, sum }: Repeated): Option<RowUse>[] {
  const severalSheets = new Set(rows.map(({ sheet }) => sheet)).size > 1
  const ofRows = rows.map(({ sheet, row, values, lot }, index) => ({
    value: index,
    title: severalSheets ? `Fila ${row} de ${sheet}` : `Fila ${row}`,
    about: (
      <>
        {lot !== undefined && <span className="wrap-anywhere block text-sm">Lote {lot}</span>}
        {fields.map((field, at) => (
          <span key={field} className="wrap-anywhere line-clamp-3 text-sm">
            <span className="text-soft">{headerOf(field)}: </span>
            {values[at] ? shownValue(field, values[at]) : '—'}
          </span>
        ))}
      </>
    ),
  }))
  const added: Option<RowUse> = {
    value: 'sum',
    title: `Sumar: ${shownValue('stock', String(sum))} unidades`,
    about: <About>Lo demás, de la primera fila; lo que no dice, de las otras.</About>,
  }
  const filled: Option<RowUse> = {
    value: 'fill',
    title: `Rellenar los blancos de la fila ${rows[0]?.row}`,
    about: <About>Lo que no dice se toma de las otras.</About>,
  }
  return [...(sum === undefined ? [] : [added]), ...ofRows, ...(hasBlanks ? [filled] : [])]
}
