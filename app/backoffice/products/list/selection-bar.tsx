import { useState } from 'react'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ListedProduct } from '#contract/products.ts'
import { counted } from '#domain/price.ts'
import { browserApi } from '../../../api/client.ts'
import { FormModal } from '../../../forms/form-modal.tsx'
import { useSaved } from '../../../forms/in-modal.ts'
import { useAction } from '../../../forms/use-action.ts'
import { ChosenBar, type ChosenRows } from '../../../listing/chosen-rows.tsx'
import { Button } from '../../../ui/button.tsx'
import { notice } from '../../../ui/notice.tsx'
import { type Change, ChangeForm, type FormKind, TITLES } from './change-form.tsx'

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

  const retiring = useAction(() => apply({ kind: 'retired', retired: !retired }), {
    ask: async () =>
      retired ||
      notice.confirm({
        title: count === 1 ? '¿Retirar 1 producto?' : `¿Retirar ${products(count)}?`,
        text: 'Salen de la tienda y de los carritos. Siguen en los pedidos y pueden volver a venderse.',
        confirm: 'Retirar',
      }),
    dialog: 'message',
  })

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
      <Button
        look="secondary"
        small
        className="max-sm:px-1"
        loading={retiring.working}
        onClick={() => retiring.run()}
      >
        {retired ? 'Volver a vender' : 'Retirar'}
      </Button>
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
