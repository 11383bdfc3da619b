import type { ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { FieldChanges } from './changes-table.tsx'
import { isSame, type Preview, rowKey, usePreviewing, withValue } from './preview-choices.ts'
import { ForAll, LimitedCard, type Option, PlanChoice, RadioCards, Section } from './section.tsx'

type Recognition = NonNullable<ImportReport['recognition']>
type Pair = Preview['pairs'][number]

/** The sentence that says how rows without a readable code will be imported. */
const recognitionText = ({ by, rows, hasCodes }: Recognition): string =>
  [
    hasCodes
      ? `${counted(rows, 'fila no trae', 'filas no traen')} un código que se pueda leer.`
      : 'La lista no trae códigos.',
    by === 'name'
      ? 'Sus productos se reconocen por nombre, laboratorio y contenido; los que no están en la tienda reciben un código nuestro, y la próxima lista los encuentra.'
      : 'Sin reconocerlas por nombre, no se importan.',
  ].join(' ')

/** The choice to recognise products by name, and the rows that resemble a product, each with the answers 'same' and 'other'. */
export function Recognition() {
  const { report, preview, choices, disabled, choose } = usePreviewing()
  const { recognition } = report
  const { pairs } = preview
  const onChoose = (chosen: readonly Pair[], same: boolean) =>
    choose({ pairs: withValue(choices.pairs, chosen.map(rowKey), same) })
  if (!recognition) return null
  return (
    <Section title="Reconocer por nombre" text={recognitionText(recognition)}>
      {recognition.hasCodes && (
        <PlanChoice
          label="Reconocer por nombre"
          checked={recognition.by === 'name'}
          bodyOf={(byName) => ({ recognize: byName ? 'name' : 'code' })}
        />
      )}
      {pairs.length > 0 && (
        <div>
          <h3 className="font-semibold">
            {counted(pairs.length, 'fila se parece', 'filas se parecen')} a un producto de la tienda
          </h3>
          <p className="max-w-prose text-soft">
            Elegimos lo más probable; al guardar vale lo que esté marcado, y lo recordaremos para la próxima
            lista.
          </p>
        </div>
      )}
      {pairs.length > 1 && (
        <ForAll
          legend="Elegir para todas las filas"
          disabled={disabled}
          answers={{
            'Todas son el mismo': () => onChoose(pairs, true),
            'Todas son otro': () => onChoose(pairs, false),
          }}
        />
      )}
      {pairs.length > 0 && (
        <LimitedCard rows={pairs} rowKey={rowKey} className="p-4">
          {(pair) => (
            <fieldset disabled={disabled} className="grid min-w-0 gap-3">
              <legend className="sr-only">{pair.name}</legend>
              <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
                <Named title={`Fila ${pair.row}`} named={pair} />
                <Named title="En la tienda" named={pair.product} code={pair.product.code} />
              </dl>
              <RadioCards
                options={answersFor(pair, isSame(pair, choices))}
                value={isSame(pair, choices)}
                onChoose={(same) => onChoose([pair], same)}
              />
            </fieldset>
          )}
        </LimitedCard>
      )}
    </Section>
  )
}

/** The two answers; the chosen one lists its changes. */
const answersFor = ({ same, other }: Pair, chosen: boolean): Option<boolean>[] =>
  [
    { value: true, title: 'Es el mismo', fields: same, text: same?.length === 0 ? 'No cambia nada.' : '' },
    {
      ...{ value: false, title: 'Es otro', fields: other },
      text: 'Se crea como producto nuevo, con un código nuestro.',
    },
  ].map(({ fields, text, ...option }) => ({
    ...option,
    about: (
      <span className="block text-sm">
        {fields === null ? 'No se importa: faltan datos para un producto nuevo.' : text}
        {option.value === chosen && fields && fields.length > 0 && <FieldChanges fields={fields} />}
      </span>
    ),
  }))

const Named = ({
  title,
  named: { name, laboratory, content },
  code = '',
}: {
  title: string
  named: { name: string; laboratory: string; content: string }
  code?: string
}) => (
  <div className="min-w-0">
    <dt className="text-sm text-soft">{title}</dt>
    <dd className="wrap-anywhere">
      <span className="font-semibold">{name}</span>
      <span className="block text-sm text-soft">
        {[laboratory, content, code].filter(Boolean).join(' · ')}
      </span>
    </dd>
  </div>
)
