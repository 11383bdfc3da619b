import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Webhook } from '#contract/webhooks.ts'
import { browserApi } from '../../api/client.ts'
import { useModalLeave } from '../../forms/modal-leave.ts'
import { useAction } from '../../forms/use-action.ts'
import { orderDate } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Modal } from '../../ui/modal.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { EVENT_WORDS } from './connection-words.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** The addresses of other systems that get the shop's events. */
export function WebhooksTable({
  webhooks,
  failure,
}: {
  webhooks: Webhook[] | undefined
  failure: string | null
}) {
  const [creating, setCreating] = useState(false)
  const [opened, setOpened] = useState<Webhook | null>(null)
  const close = () => setCreating(false)
  const { leave, onDirty } = useModalLeave(close)
  const { revalidate } = useRevalidator()
  const deleting = useAction<Webhook>(
    async ({ _id }) => {
      await browserApi.deleteWebhook({ params: { id: _id } })
      await revalidate()
    },
    { ask: ({ url }) => confirmDelete(url) },
  )
  const closeDeliveries = () => {
    setOpened(null)
    void revalidate()
  }
  return (
    <section aria-labelledby="webhooks" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="webhooks" className="text-lg">
            Webhooks
          </h2>
          <p className="max-w-prose text-sm text-soft">
            La tienda avisa a otro sistema cuando algo pasa, sin datos de personas. Si no contesta, lo intenta
            otra vez durante tres días.
          </p>
        </div>
        <Button icon="plus" onClick={() => setCreating(true)} disabled={!webhooks} className="max-sm:w-full">
          Crear webhook
        </Button>
      </div>
      <FieldError error={deleting.failure} />
      <DataTable
        label="Webhooks"
        columns={columnsOf(setOpened, deleting.run)}
        rows={webhooks}
        rowKey={({ _id }) => _id}
        empty={failure ? <ListFailure text={failure} /> : 'Ningún sistema recibe avisos'}
        tableFrom="wide"
        pageSize={3}
      />
      <Modal open={creating} onClose={leave} title="Crear webhook">
        {creating && <WebhookForm onClose={close} onDirty={onDirty} />}
      </Modal>
      <Modal open={opened !== null} onClose={closeDeliveries} title="Avisos enviados" wide>
        {opened && <Deliveries webhook={opened} />}
      </Modal>
    </section>
  )
}

const confirmDelete = (url: string) =>
  notice.confirm({
    title: '¿Borrar este webhook?',
    text: `${new URL(url).host} no recibirá más avisos, tampoco los que están en espera.`,
    confirm: 'Borrar',
    danger: true,
  })

function State({ failed, waiting }: Webhook) {
  if (failed > 0)
    return <Badge tone="red">{failed === 1 ? '1 aviso falló' : `${failed} avisos fallaron`}</Badge>
  if (waiting > 0) return <Badge tone="yellow">{`${waiting} en espera`}</Badge>
  return 'Al día'
}

const columnsOf = (
  open: (webhook: Webhook) => void,
  remove: (webhook: Webhook) => void,
): Column<Webhook>[] => [
  {
    header: 'Dirección',
    bare: true,
    cell: ({ url }) => <span className="font-semibold">{url}</span>,
    className: 'wrap-anywhere as-table:min-w-52',
  },
  {
    header: 'Avisos',
    cell: ({ events }) => events.map((event) => EVENT_WORDS[event].name).join(', '),
    className: 'as-table:min-w-48',
  },
  { header: 'Creado', cell: ({ createdAt }) => orderDate(createdAt), className: 'tabular-nums' },
  { header: 'Estado', cell: (webhook) => <State {...webhook} /> },
  {
    header: 'Opciones',
    bare: true,
    align: 'end',
    cell: (webhook) => (
      <div className="flex items-center gap-2 whitespace-nowrap as-table:justify-end">
        <Button look="secondary" small onClick={() => open(webhook)}>
          Ver avisos
          <span className="sr-only"> de {webhook.url}</span>
        </Button>
        <RowMenu
          label={`Más opciones de ${webhook.url}`}
          items={[{ name: 'Borrar', icon: 'trash', tone: 'danger', onClick: () => remove(webhook) }]}
        />
      </div>
    ),
  },
]
