import { useState } from 'react'
import { type ImportPart, importPart } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { headerOf } from '../product-values.ts'

/** Names of parts that aren't the name of one field. */
const NAMES: Partial<Record<ImportPart, string>> = {
  spelling: 'Mayúsculas y tildes del nombre',
  saleCondition: 'Receta y condición de venta',
}
const nameOf = (part: ImportPart) => NAMES[part] ?? headerOf(part as ProductField)

/** The parts of an existing product that an import updates: those that change most first, then in the order of the form. */
const parts = [...new Set<ImportPart>(['cost', 'stock', 'tradename', 'spelling', ...importPart.options])]

const WITHOUT_SPELLING: ImportPart[] = ['spelling']
const ONLY_PRICE_AND_STOCK = parts.filter((part) => part !== 'cost' && part !== 'stock')

/** The names of the parts that an import leaves unchanged, such as `Nombre, Stock`; not of the mere spelling. */
export const leftNames = (leave: readonly ImportPart[]) =>
  parts
    .filter((part) => part !== 'spelling' && leave.includes(part))
    .map(nameOf)
    .join(', ')

/** The updated parts in one line. */
function summaryOf(leave: readonly ImportPart[]): string {
  const left = leave.filter((part) => part !== 'spelling')
  const updated = parts.filter((part) => part !== 'spelling' && !leave.includes(part))
  if (left.length === 0) return 'todo lo que trae la planilla'
  if (updated.length === 0) return 'nada'
  return updated.length <= left.length
    ? `solo ${updated.map(nameOf).join(', ')}`
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
                label={nameOf(part)}
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
