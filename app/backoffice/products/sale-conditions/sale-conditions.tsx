import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ClientLoaderFunctionArgs, href, Link, type MetaFunction, useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import type { HeldGroup, saleConditionCalls } from '#contract/sale-conditions.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { browserApi } from '../../../api/client.ts'
import { loadOrFailure } from '../../../api/server-failure.ts'
import { ActionButton } from '../../../forms/action-button.tsx'
import { useSaved } from '../../../forms/in-modal.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { pageTitle, type ScreenProps } from '../../../pages/page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { WhenLoaded } from '../../../ui/list-failure.tsx'
import { notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Limited } from '../import/section.tsx'
import { PRODUCTS } from '../product-filters.ts'
import { IngredientList } from './ingredient-list.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Condiciones de venta') }]

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  return loadOrFailure(async () => {
    const [held, listed] = await Promise.all([
      browserApi.listHeld({ signal }),
      browserApi.listIngredientConditions({ signal }),
    ])
    return { held: held.data, listed: listed.data }
  })
}

export const HydrateFallback = Screen
export default Screen

/** Products that wait for their condition of sale, and the list by which they are recognised. */
function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid gap-8">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Condiciones de venta
        </h1>
        <p className="mt-1 max-w-prose text-soft">
          Los productos que pueden ser medicamentos y no dicen cómo se venden no están a la venta hasta que
          decidas. Enter acepta la propuesta, que vale también para las próximas planillas.
        </p>
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-60" />}>
        {({ held, listed }) => (
          <>
            <HeldGroups held={held} onEmpty={() => heading.current?.focus()} />
            <IngredientList listed={listed} />
          </>
        )}
      </WhenLoaded>
    </div>
  )
}

type Decision = CallInput<typeof saleConditionCalls.decideHeld>['body']['saleCondition']

const CHOICES: readonly Decision[] = ['direct', 'simple', 'retained', 'check', 'none']
/** The number of groups drawn at first; the others follow after a press, or as groups are decided. */
const FIRST_GROUPS = 30

const keyOf = ({ kind, name, proposal }: HeldGroup) => `${kind} ${name} ${proposal}`

/** A row for each group of held products, with its proposal and the reason. After a decision the focus goes to the next row. */
function HeldGroups({ held, onEmpty }: { held: HeldGroup[]; onEmpty: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const { revalidate } = useRevalidator()
  const saved = useSaved()
  /** The index of the decided row, until the list has loaded without it. */
  const decided = useRef<number>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the list has changed.
  useEffect(() => {
    if (decided.current === null) return
    const rows = [...(list.current?.children ?? [])]
    const next = rows[Math.min(decided.current, rows.length - 1)]
    decided.current = null
    const radio = next?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (next) (radio ?? next.querySelector<HTMLInputElement>('input[type=radio]'))?.focus()
    else onEmpty()
  }, [held])
  function goOn(index: number) {
    decided.current = index
    return revalidate()
  }
  const count = (groups: HeldGroup[]) => groups.reduce((sum, { count }) => sum + count, 0)
  const products = count(held)
  /** The groups whose ingredient is in the list. */
  const listed = held.filter(({ reason }) => reason === 'listed')
  return (
    <section aria-labelledby="por-decidir" className="grid gap-3">
      <div>
        <h2 id="por-decidir" className="text-lg">
          Por decidir{products > 0 && ` (${formatWhole(products)})`}
        </h2>
        {held.length > 1 && (
          <p className="text-sm text-soft">
            En {formatWhole(held.length)} grupos, primero los que más se venden.
          </p>
        )}
        {/* Each proposes the list's kind of prescription. */}
        {listed.length > 1 && (
          <div className="mt-2 grid justify-items-start gap-1">
            <ActionButton
              look="secondary"
              act={async () =>
                saved('Listo!', (await browserApi.acceptListed({ body: { count: count(listed) } })).message)
              }
              ask={{
                title: '¿Aceptar las propuestas de la lista?',
                text: `${formatWhole(count(listed))} productos de ${formatWhole(listed.length)} principios activos se venderán con la receta que dice la lista.`,
                confirm: 'Aceptar',
              }}
              onRefused={() => revalidate()}
            >
              Aceptar las {formatWhole(listed.length)} propuestas de la lista
            </ActionButton>
          </div>
        )}
      </div>
      {held.length === 0 ? (
        <p className="card p-4 text-soft">Ningún producto espera una decisión.</p>
      ) : (
        <Limited rows={held} first={FIRST_GROUPS} more={FIRST_GROUPS}>
          {(shown) => (
            <ul ref={list} className="card divide-y divide-line">
              {shown.map((row, index) => (
                <li key={keyOf(row)}>
                  <Row row={row} onDecided={() => goOn(index)} />
                </li>
              ))}
            </ul>
          )}
        </Limited>
      )}
    </section>
  )
}

function Row({ row, onDecided }: { row: HeldGroup; onDecided: () => Promise<void> }) {
  const { kind, name, proposal, count, products } = row
  const [only, setOnly] = useState<readonly string[]>([])
  const { revalidate } = useRevalidator()
  const form = useForm<{ saleCondition: Decision | null }>({ defaultValues: { saleCondition: proposal } })
  const { formProps, field, sending, failure } = useSubmit(
    form,
    async ({ saleCondition }) => {
      if (!saleCondition) return
      const { message } = await browserApi.decideHeld({
        body: {
          group: { kind, name, proposal },
          count,
          saleCondition,
          ...(only.length > 0 && { only: [...only] }),
        },
      })
      void notice.toast({ title: name, text: message, icon: 'success', timer: 1_500 })
      await (only.length > 0 ? revalidate() : onDecided())
      setOnly([])
    },
    { onRefused: () => revalidate() },
  )
  const { error, ...radio } = field('saleCondition', { required: 'Elige cómo se vende.' })
  return (
    <form
      {...formProps}
      className="grid gap-x-6 gap-y-2 p-3 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-center"
    >
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-semibold text-base first-letter:uppercase">{name}</h3>
        <p className="text-sm text-soft">{reasonOf(row)}</p>
        {/* The first products; ticked ones are decided apart from the others. */}
        <details className="text-sm">
          <summary className="w-fit rounded-lg text-soft">{counted(count, 'producto', 'productos')}</summary>
          <ul className="mt-1 grid gap-1" aria-label={`Productos de ${name}`}>
            {products.map(({ _id, tradename, stock }) => (
              <li key={_id} className="wrap-anywhere flex items-start gap-2">
                {count > 1 && (
                  <input
                    type="checkbox"
                    aria-label={`Decidir solo ${tradename}`}
                    checked={only.includes(_id)}
                    onChange={({ target }) =>
                      setOnly(target.checked ? [...only, _id] : only.filter((id) => id !== _id))
                    }
                    className="mt-0.5 size-5 shrink-0 accent-brand"
                  />
                )}
                <span className="min-w-0">
                  <Link
                    to={href('/dashboard/products/edit-product/:id', { id: _id })}
                    className="text-brand underline"
                  >
                    {tradename}
                  </Link>{' '}
                  <span className="text-soft">({stock} en stock)</span>
                </span>
              </li>
            ))}
            {count > products.length && (
              <li>
                <Link to={PRODUCTS.url({ condition: 'held' })} className="text-brand underline">
                  Ver todos
                </Link>
              </li>
            )}
          </ul>
        </details>
        <FieldError error={error ?? failure} />
      </div>
      <fieldset className="flex flex-wrap gap-1" disabled={sending}>
        <legend className="sr-only">Condición de venta de {name}</legend>
        {CHOICES.map((choice) => (
          <label
            key={choice}
            className="flex min-h-10 cursor-pointer items-center rounded-lg border border-line px-3 font-semibold text-sm hover:bg-mint has-checked:border-brand has-checked:bg-mint has-checked:text-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
          >
            <input type="radio" {...radio} value={choice} className="sr-only" />
            {SALE_CONDITION_NAMES[choice]}
          </label>
        ))}
      </fieldset>
      <Button type="submit" look="secondary" loading={sending} className="max-lg:w-fit">
        {only.length > 0 ? `Aceptar (${only.length})` : 'Aceptar'}
        <span className="sr-only"> la condición de {name}</span>
      </Button>
    </form>
  )
}

const KIND_NAMES: Record<HeldGroup['kind'], string> = {
  ingredient: 'Principio activo',
  class: 'Clase',
  brand: 'Mismo nombre',
  category: 'Categoría',
  laboratory: 'Laboratorio',
}

/** Why the group has its proposal, or none. */
function reasonOf({ kind, reason }: HeldGroup): string {
  if (reason === 'listed') return 'En la lista'
  if (reason === 'similar') return 'Se parece a un nombre de la lista'
  if (reason === 'class') return 'Clase, por el nombre'
  if (reason === 'category') return 'Clase, por la categoría'
  return reason === 'earlier' ? 'Esperaba con otro nombre' : `${KIND_NAMES[kind]}. Nadie dice cómo se vende`
}
