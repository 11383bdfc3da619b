import { useState } from 'react'
import type { ImportPart } from '#contract/import-report.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { headerOf } from './import-values.ts'

/** The parts of an existing product that an import updates, in the order of the form. */
const NAMES: Record<ImportPart, string> = {
  cost: headerOf('cost'),
  stock: headerOf('stock'),
  tradename: headerOf('tradename'),
  spelling: 'Mayúsculas y tildes del nombre',
  category: headerOf('category'),
  laboratory: headerOf('laboratory'),
  discount: headerOf('discount'),
  dcm: headerOf('dcm'),
  therapeuticAction: headerOf('therapeuticAction'),
  healthRegister: headerOf('healthRegister'),
  form: headerOf('form'),
  quantity: headerOf('quantity'),
  bioequivalent: headerOf('bioequivalent'),
  generic: headerOf('generic'),
  coldChain: headerOf('coldChain'),
  saleCondition: 'Receta y condición de venta',
  legalWarning: headerOf('legalWarning'),
}
const parts = Object.keys(NAMES) as ImportPart[]

const WITHOUT_SPELLING: ImportPart[] = ['spelling']
const ONLY_PRICE_AND_STOCK = parts.filter((part) => part !== 'cost' && part !== 'stock')

/** The names of the parts that an import leaves unchanged, such as `Nombre, Stock`; not of the mere spelling. */
export const leftNames = (leave: readonly ImportPart[]) =>
  parts
    .filter((part) => part !== 'spelling' && leave.includes(part))
    .map((part) => NAMES[part])
    .join(', ')

/** The updated parts in one line. */
function summaryOf(leave: readonly ImportPart[]): string {
  const left = leave.filter((part) => part !== 'spelling')
  const updated = parts.filter((part) => part !== 'spelling' && !leave.includes(part))
  if (left.length === 0) return 'todo lo que trae la planilla'
  if (updated.length === 0) return 'nada'
  return updated.length <= left.length
    ? `solo ${updated.map((part) => NAMES[part]).join(', ')}`
    : `todo menos ${leftNames(leave)}`
}

/** The choice of the parts that an import updates in existing products. New products get all data of the file. */
export function ImportParts({
  leave,
  disabled,
  onChange,
}: {
  leave: readonly ImportPart[]
  disabled: boolean
  onChange: (leave: ImportPart[]) => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border border-line px-4 py-3"
    >
      <summary className="cursor-pointer">
        <span className="font-semibold">Qué actualizar:</span> {summaryOf(leave)}
      </summary>
      {open && (
        <fieldset disabled={disabled} className="mt-3 grid gap-3">
          <legend className="sr-only">Qué actualizar</legend>
          <p className="text-sm text-soft">
            De los productos que ya existen. Los nuevos se crean con todo lo que trae la planilla.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" small onClick={() => onChange(WITHOUT_SPELLING)}>
              Todo
            </Button>
            <Button look="secondary" small onClick={() => onChange(ONLY_PRICE_AND_STOCK)}>
              Solo precio y stock
            </Button>
          </div>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {parts.map((part) => (
              <Checkbox
                key={part}
                label={NAMES[part]}
                checked={!leave.includes(part)}
                disabled={part === 'spelling' && leave.includes('tradename')}
                onChange={({ target }) =>
                  onChange(target.checked ? leave.filter((other) => other !== part) : [...leave, part])
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </details>
  )
}
