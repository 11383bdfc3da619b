import { useEffect, useRef, useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import type { HeldIngredient, saleConditionCalls } from '#contract/sale-conditions.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'
import { productsUrl } from '../product-filters.ts'

type Decision = CallInput<typeof saleConditionCalls.decideHeld>['body']['saleCondition']

const CHOICES: readonly Decision[] = ['direct', 'simple', 'retained', 'check', 'none']

/** A row for each ingredient whose products wait, with a proposal. After a decision the focus goes to the next row. */
export function HeldIngredients({ held, onEmpty }: { held: HeldIngredient[]; onEmpty: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const { revalidate } = useRevalidator()
  /** The place of the row that was decided, until the list without it is there. */
  const decided = useRef<number>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the list has changed.
  useEffect(() => {
    if (decided.current === null) return
    const rows = [...(list.current?.children ?? [])]
    const next = rows[Math.min(decided.current, rows.length - 1)]
    decided.current = null
    if (next) next.querySelector<HTMLInputElement>('input:checked')?.focus()
    else onEmpty()
  }, [held])
  function goOn(index: number) {
    decided.current = index
    return revalidate()
  }
  return (
    <section aria-labelledby="por-decidir" className="grid gap-3">
      <h2 id="por-decidir" className="text-lg">
        Por decidir{held.length > 0 && ` (${held.length})`}
      </h2>
      {held.length === 0 ? (
        <p className="card p-4 text-soft">Ningún producto espera una decisión.</p>
      ) : (
        <ul ref={list} className="card divide-y divide-line">
          {held.map((row, index) => (
            <li key={row.ingredient}>
              <Row row={row} onDecided={() => goOn(index)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row, onDecided }: { row: HeldIngredient; onDecided: () => Promise<void> }) {
  const { ingredient, proposal, products, count } = row
  const [chosen, setChosen] = useState<Decision>(proposal)
  const { run, working, failure } = useAction(async () => {
    const { message } = await browserApi.decideHeld({ body: { ingredient, saleCondition: chosen } })
    void notice.toast({ title: ingredient, text: message, icon: 'success', timer: 1_500 })
    await onDecided()
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
      className="grid gap-x-6 gap-y-2 p-3 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-center"
    >
      <div className="min-w-0">
        <h3 className="font-semibold text-base">{ingredient}</h3>
        <details className="text-sm">
          <summary className="w-fit rounded-lg text-soft">
            {count === 1 ? '1 producto' : `${count.toLocaleString('es-CL')} productos`}
          </summary>
          <ul className="mt-1 grid gap-1">
            {products.map(({ _id, tradename, stock }) => (
              <li key={_id} className="wrap-anywhere">
                <Link
                  to={href('/dashboard/products/edit-product/:id', { id: _id })}
                  className="text-brand underline"
                >
                  {tradename}
                </Link>{' '}
                <span className="text-soft">({stock} en stock)</span>
              </li>
            ))}
            {count > products.length && (
              <li>
                <Link to={productsUrl({ condicion: 'por-decidir' })} className="text-brand underline">
                  Ver todos
                </Link>
              </li>
            )}
          </ul>
        </details>
      </div>
      <fieldset className="flex flex-wrap gap-1" disabled={working}>
        <legend className="sr-only">Condición de venta de {ingredient}</legend>
        {CHOICES.map((choice) => (
          <label
            key={choice}
            className="flex min-h-10 cursor-pointer items-center rounded-lg border border-line px-3 font-semibold text-sm hover:bg-mint has-checked:border-brand has-checked:bg-mint has-checked:text-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={`condicion-${ingredient}`}
              value={choice}
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
              className="sr-only"
            />
            {SALE_CONDITION_NAMES[choice]}
          </label>
        ))}
      </fieldset>
      <Button type="submit" look="secondary" loading={working} className="max-lg:w-fit">
        Aceptar<span className="sr-only"> la condición de {ingredient}</span>
      </Button>
      <div className="lg:col-span-full">
        <FieldError error={failure} />
      </div>
    </form>
  )
}
