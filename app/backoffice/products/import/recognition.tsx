import { useId } from 'react'
import type { ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldChanges } from './changes-table.tsx'
import { PlanChoice, type PlanContext } from './plan-choice.tsx'
import { type Choosing, isSame, type Preview, rowKey, withValue } from './preview-choices.ts'
import { LimitedCard, RadioCard, Section } from './section.tsx'

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
export function Recognition({
  recognition,
  pairs,
  plan,
  ...choosing
}: { recognition: Recognition; pairs: readonly Pair[]; plan: PlanContext } & Choosing) {
  return (
    <Section title="Reconocer por nombre" text={recognitionText(recognition)}>
      {recognition.hasCodes && (
        <PlanChoice
          label="Reconocer por nombre"
          checked={recognition.by === 'name'}
          bodyOf={(byName) => ({ recognize: byName ? 'name' : 'code' })}
          plan={plan}
        />
      )}
      {pairs.length > 0 && <Pairs pairs={pairs} {...choosing} />}
    </Section>
  )
}

function Pairs({ pairs, choices, disabled, choose }: { pairs: readonly Pair[] } & Choosing) {
  const onChoose = (chosen: readonly Pair[], same: boolean) =>
    choose({ pairs: withValue(choices.pairs, chosen.map(rowKey), same) })
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-semibold">
          {counted(pairs.length, 'fila se parece', 'filas se parecen')} a un producto de la tienda
        </h3>
        <p className="max-w-prose text-soft">
          Elegimos lo más probable; al guardar vale lo que esté marcado, y lo recordaremos para la próxima
          lista.
        </p>
      </div>
      {pairs.length > 1 && (
        <fieldset disabled={disabled} className="flex flex-wrap gap-3">
          <legend className="sr-only">Elegir para todas las filas</legend>
          <Button look="secondary" small onClick={() => onChoose(pairs, true)}>
            Todas son el mismo
          </Button>
          <Button look="secondary" small onClick={() => onChoose(pairs, false)}>
            Todas son otro
          </Button>
        </fieldset>
      )}
      <LimitedCard rows={pairs} rowKey={rowKey} className="p-4">
        {(pair) => (
          <PairChoice
            pair={pair}
            same={isSame(pair, choices)}
            disabled={disabled}
            onChoose={(same) => onChoose([pair], same)}
          />
        )}
      </LimitedCard>
    </div>
  )
}

function PairChoice({
  pair,
  same,
  disabled,
  onChoose,
}: {
  pair: Pair
  same: boolean
  disabled: boolean
  onChoose: (same: boolean) => void
}) {
  const group = useId()
  const option = (value: boolean, title: string, fields: Pair['same'], text: string) => (
    <RadioCard name={group} title={title} checked={same === value} onChange={() => onChoose(value)}>
      <span className="block text-sm">
        {fields === null ? 'No se importa: faltan datos para un producto nuevo.' : text}
        {value && fields && fields.length > 0 && <FieldChanges fields={fields} />}
      </span>
    </RadioCard>
  )
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-3">
      <legend className="sr-only">{pair.name}</legend>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Named title={`Fila ${pair.row}`} named={pair} />
        <Named title="En la tienda" named={pair.product} code={pair.product.code} />
      </dl>
      <div className="grid gap-2 sm:grid-cols-2">
        {option(true, 'Es el mismo', pair.same, pair.same?.length === 0 ? 'No cambia nada.' : '')}
        {option(false, 'Es otro', pair.other, 'Se crea como producto nuevo, con un código nuestro.')}
      </div>
    </fieldset>
  )
}

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
