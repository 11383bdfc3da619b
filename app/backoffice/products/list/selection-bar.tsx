import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../../api.ts'
import { refusalOf } from '../../../server-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { notice } from '../../../ui/notice.tsx'
import { type Change, ChangeForm, type FormKind, TITLES } from './change-form.tsx'
import type { Selection } from './selection.ts'

type Filter = NonNullable<CallInput<Calls['exportProducts']>['query']>

const products = (count: number) => (count === 1 ? '1 producto' : `${formatWhole(count)} productos`)

/** What can be done with the chosen products of the list. Nothing is chosen: nothing is shown. */
export function SelectionBar({
  selection,
  total,
  filter,
  retired,
  categories,
}: {
  selection: Selection
  /** Of the list. */
  total: number
  filter: Filter
  /** Whether the list is of retired products. */
  retired: boolean
  categories: readonly string[]
}) {
  const [opened, setOpened] = useState<FormKind | null>(null)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const { count, all } = selection
  if (count === 0) return null

  /** @throws ApiError */
  async function apply(change: Change) {
    const chosen = all ? { filter, total } : { ids: selection.ids }
    const { message } = await browserApi.changeProducts({ body: { selection: chosen, change } })
    setOpened(null)
    selection.clear()
    void revalidate()
    await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  }

  async function retire() {
    const confirmed =
      retired ||
      (await notice.confirm({
        title: count === 1 ? '¿Retirar 1 producto?' : `¿Retirar ${products(count)}?`,
        text: 'Salen de la tienda y de los carritos. Siguen en los pedidos y pueden volver a venderse.',
        confirm: 'Retirar',
      }))
    if (!confirmed) return
    setBusy(true)
    try {
      await apply({ kind: 'retired', retired: !retired })
    } catch (error) {
      await notice.error((await refusalOf(error)).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section
      aria-label="Productos elegidos"
      className="flex w-full flex-wrap items-center gap-2 rounded-lg border border-brand bg-mint px-3 py-2"
    >
      <p role="status" className="mr-auto font-semibold">
        {products(count)} {count === 1 ? 'elegido' : 'elegidos'}
      </p>
      {!selection.isPage && (
        <Button look="quiet" small onClick={selection.togglePage}>
          Elegir la página
        </Button>
      )}
      {!all && selection.isPage && total > count && (
        <Button look="quiet" small onClick={selection.chooseAll}>
          Seleccionar los {formatWhole(total)} del filtro
        </Button>
      )}
      {(Object.keys(TITLES) as FormKind[]).map((kind) => (
        <Button key={kind} look="secondary" small onClick={() => setOpened(kind)}>
          {TITLES[kind]}
        </Button>
      ))}
      <Button look="secondary" small loading={busy} onClick={retire}>
        {retired ? 'Volver a vender' : 'Retirar'}
      </Button>
      <Button look="quiet" small onClick={selection.clear}>
        Quitar selección
      </Button>
      <Modal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `${TITLES[opened]} de ${products(count)}` : ''}
      >
        {opened && (
          <ChangeForm
            key={opened}
            kind={opened}
            categories={categories}
            onApply={apply}
            onClose={() => setOpened(null)}
          />
        )}
      </Modal>
    </section>
  )
}
