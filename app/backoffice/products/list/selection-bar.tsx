import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ListedProduct } from '#contract/products.ts'
import { counted, withPoint } from '#domain/price.ts'
import { SALE_CONDITION_NAMES, type SaleCondition } from '#domain/sale-condition.ts'
import { browserApi } from '../../../api/client.ts'
import { ActionButton } from '../../../forms/action-button.tsx'
import { FormModal, ModalButtons } from '../../../forms/form-modal.tsx'
import { useSaved } from '../../../forms/in-modal.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { ChosenBar, type ChosenRows } from '../../../listing/chosen-rows.tsx'
import { Button } from '../../../ui/button.tsx'
import { InputField, SelectField } from '../../../ui/field.tsx'

type Filter = NonNullable<CallInput<Calls['exportProducts']>['query']>

const products = (count: number) => counted(count, 'producto', 'productos')

/** Actions on the chosen products of the list. */
export function SelectionBar({
  chosen,
  filter,
  retired,
  categories,
}: {
  chosen: ChosenRows<ListedProduct>
  filter: Filter
  /** Whether the list is of retired products. */
  retired: boolean
  categories: readonly string[]
}) {
  const [opened, setOpened] = useState<FormKind | null>(null)
  const saved = useSaved()
  const { count, all, ids, total } = chosen

  /** Applies a change to the chosen products. @throws ApiError when the call fails */
  async function apply(change: Change) {
    const selection = all ? { filter, total } : { ids }
    const { message } = await browserApi.changeProducts({ body: { selection, change } })
    setOpened(null)
    chosen.clear()
    void saved('Listo!', message)
  }

  return (
    <ChosenBar
      chosen={chosen}
      label="Productos elegidos"
      countOf={(count) => `${products(count)} ${count === 1 ? 'elegido' : 'elegidos'}`}
      everything
    >
      {(Object.keys(TITLES) as FormKind[]).map((kind) => (
        <Button key={kind} look="secondary" small className="max-sm:px-1" onClick={() => setOpened(kind)}>
          {TITLES[kind]}
        </Button>
      ))}
      <ActionButton
        look="secondary"
        small
        className="max-sm:px-1"
        act={() => apply({ kind: 'retired', retired: !retired })}
        ask={
          retired
            ? undefined
            : {
                title: `¿Retirar ${products(count)}?`,
                text: 'Salen de la tienda y de los carritos. Siguen en los pedidos y pueden volver a venderse.',
                confirm: 'Retirar',
              }
        }
        dialog="message"
      >
        {retired ? 'Volver a vender' : 'Retirar'}
      </ActionButton>
      <FormModal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `${TITLES[opened]} de ${products(count)}` : ''}
      >
        {opened && <ChangeForm key={opened} kind={opened} categories={categories} onApply={apply} />}
      </FormModal>
    </ChosenBar>
  )
}

type Change = CallInput<Calls['changeProducts']>['body']['change']
type FormKind = 'category' | 'discount' | 'stock' | 'saleCondition'

const TITLES: Record<FormKind, string> = {
  category: 'Categoría',
  discount: 'Descuento',
  stock: 'Stock',
  saleCondition: 'Condición de venta',
}

/** The form of a change of several products, in a modal. */
function ChangeForm({
  kind,
  categories,
  onApply,
}: {
  kind: FormKind
  categories: readonly string[]
  onApply: (change: Change) => Promise<void>
}) {
  const form = useForm({ defaultValues: EMPTY })
  const submit = useSubmit(form, (values) => onApply(changeOf(kind, values)))
  const { field } = submit

  return (
    <form {...submit.formProps} className="grid gap-4">
      {kind === 'category' && (
        <SelectField label="Categoría" required {...field('category')} options={categories} data-autofocus>
          <option value="">Elige una categoría</option>
        </SelectField>
      )}
      {kind === 'saleCondition' && (
        <SelectField
          label="Condición de venta"
          required
          {...field('saleCondition')}
          options={SALE_CONDITION_NAMES}
          data-autofocus
        />
      )}
      {kind === 'stock' && (
        <InputField
          label="Stock"
          required
          inputMode="numeric"
          hint="El stock contado: queda igual en todos los productos elegidos."
          data-autofocus
          {...field('stock')}
        />
      )}
      {kind === 'discount' && (
        <>
          <InputField
            label="Descuento (%)"
            required
            inputMode="decimal"
            hint="Con 0 queda sin descuento."
            data-autofocus
            {...field('discount')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField label="Desde" type="date" {...field('from')} />
            <InputField label="Hasta" type="date" {...field('until')} />
          </div>
          <p className="text-sm text-soft">
            Sin días rige desde ahora, hasta que lo cambies. Con días, ambos incluidos, empieza y termina
            solo, y después vuelve el descuento de antes.
          </p>
        </>
      )}
      <ModalButtons submit="Guardar" form={submit} />
    </form>
  )
}

const EMPTY = {
  ...{ category: '', discount: '', from: '', until: '', stock: '' },
  saleCondition: 'direct' as SaleCondition,
}

function changeOf(kind: FormKind, values: typeof EMPTY): Change {
  const { category, discount, from, until, stock, saleCondition } = values
  if (kind === 'category') return { kind, category }
  if (kind === 'stock') return { kind, stock }
  if (kind === 'saleCondition') return { kind, saleCondition }
  return { kind, discount: withPoint(discount), from: from || undefined, until: until || undefined }
}
