import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { WEBHOOK_EVENTS, type Webhook, webhookBody } from '#contract/webhooks.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { List, Listing } from '../../listing/listing.ts'
import { orderDate } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { InputField } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { ChoiceList, ConnectionList, type Ending, ShownOnce } from './connection-fields.tsx'
import { EVENT_WORDS } from './connection-words.ts'
import { Deliveries } from './deliveries.tsx'

/** The addresses of other systems that get the shop's events. */
export function WebhooksTable(props: { listing: Listing<Webhook> | undefined; list: List }) {
  const [opened, setOpened] = useState<Webhook | null>(null)
  const { revalidate } = useRevalidator()
  const closeDeliveries = () => {
    setOpened(null)
    void revalidate()
  }
  return (
    <>
      <ConnectionList
        {...props}
        title="Webhooks"
        text="La tienda avisa a otro sistema cuando algo pasa, sin datos de personas. Si no contesta, lo intenta otra vez durante tres días."
        empty="Ningún sistema recibe avisos"
        search="Buscar webhook..."
        create="Crear webhook"
        columnsOf={(deleting) => columnsOf(setOpened, deleting)}
        end={({ _id }) => browserApi.deleteWebhook({ params: { id: _id } })}
        question={({ url }) => ({
          title: '¿Borrar este webhook?',
          text: `${new URL(url).host} no recibirá más avisos, tampoco los que están en espera.`,
          confirm: 'Borrar',
        })}
      >
        <WebhookForm />
      </ConnectionList>
      <Modal open={opened !== null} onClose={closeDeliveries} title="Avisos enviados" wide>
        {opened && <Deliveries webhook={opened} />}
      </Modal>
    </>
  )
}

function State({ failed, waiting }: Webhook) {
  if (failed + waiting === 0) return 'Al día'
  return (
    <span className="flex flex-wrap gap-1">
      {failed > 0 && <Badge tone="red">{counted(failed, 'aviso falló', 'avisos fallaron')}</Badge>}
      {waiting > 0 && <Badge tone="yellow">{`${formatWhole(waiting)} en espera`}</Badge>}
    </span>
  )
}

const columnsOf = (
  open: (webhook: Webhook) => void,
  { run, working, choice }: Ending<Webhook>,
): Columns<Webhook> => ({
  address: {
    header: 'Dirección',
    bare: true,
    cell: ({ url }) => url,
    className: 'wrap-anywhere font-semibold as-table:min-w-52',
  },
  events: {
    header: 'Avisos',
    cell: ({ events }) => events.map((event) => EVENT_WORDS[event].name).join(', '),
    className: 'as-table:min-w-48',
  },
  created: { header: 'Creado', cell: ({ createdAt }) => orderDate(createdAt), className: 'tabular-nums' },
  status: { header: 'Estado', cell: (webhook) => <State {...webhook} /> },
  options: {
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
          working={working && choice?._id === webhook._id}
          items={[{ name: 'Borrar', icon: 'trash', tone: 'danger', onClick: () => run(webhook) }]}
        />
      </div>
    ),
  },
})

/** Creates a webhook, in a modal, and shows its secret. */
function WebhookForm() {
  const [created, setCreated] = useState<{ secret: string; message: string }>()
  const { revalidate } = useRevalidator()
  const form = useSchemaForm(webhookBody, { url: '', events: [] })
  const submit = useSubmit(form, async (body) => {
    const { data, message } = await browserApi.createWebhook({ body })
    setCreated({ secret: data.secret, message })
    form.reset()
    void revalidate()
  })
  if (created)
    return (
      <ShownOnce
        label="Secreto"
        message={created.message}
        value={created.secret}
        hint="Con él, el otro sistema comprueba que un aviso es de la tienda (Standard Webhooks)."
      />
    )
  return (
    <form {...submit.formProps} aria-label="Crear webhook" className="grid gap-4">
      <InputField
        label="Dirección"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Donde el otro sistema recibe los avisos."
        {...submit.field('url')}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <ChoiceList label="Avisos" values={WEBHOOK_EVENTS} words={EVENT_WORDS} field={submit.field('events')} />
      <ModalButtons submit="Crear webhook" icon="bell" form={submit} />
    </form>
  )
}
