import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ClientLoaderFunctionArgs, href, Link, type MetaFunction, useRevalidator } from 'react-router'
import type { Recall, RecalledOrder } from '#contract/lots.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useAction } from '../../forms/use-action.ts'
import { useSave } from '../../forms/use-save.ts'
import { BackLink } from '../../listing/back-link.tsx'
import { orderMoment } from '../../orders/order-date.ts'
import { lotInWords } from '../../orders/taken-lots.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { Checkbox, FieldError, InputField, TextAreaField } from '../../ui/field.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lotsInWords } from './recalls.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Retiro de mercado') }]

export async function clientLoader({ params, request: { signal } }: ClientLoaderFunctionArgs) {
  return (await browserApi.getRecall({ params: { id: params.id! }, signal })).data
}

export const HydrateFallback = Screen
export default Screen

/** One recall: its units, the orders that received them, and which customers were mailed or have answered. */
function Screen({ loaderData: recall }: ScreenProps<typeof clientLoader>) {
  const [mailing, setMailing] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <section aria-label="Retiro de mercado" className="grid min-w-0 gap-6">
      <BackLink to={href('/dashboard/products/recalls')} />
      {recall ? (
        <>
          <header className="grid gap-2">
            <h1 className="wrap-anywhere text-lg sm:text-xl">{recall.tradename}</h1>
            <p className="flex flex-wrap items-center gap-2">
              {recall.liftedAt ? (
                <Badge tone="neutral">Levantado el {orderMoment(recall.liftedAt)}</Badge>
              ) : (
                <Badge tone="red">Retirado de la venta</Badge>
              )}
              <span>{lotsInWords(recall)}</span>
            </p>
            <p className="text-soft">
              {recall.reason}. Desde el {orderMoment(recall.date)}, por {recall.who}.{' '}
              {counted(recall.units, 'unidad apartada', 'unidades apartadas')}.
            </p>
          </header>
          <div className="flex flex-wrap gap-3 print:hidden">
            {!recall.liftedAt && (
              <Button icon="mail" disabled={recall.orders.length === 0} onClick={() => setMailing(true)}>
                Avisar por correo
              </Button>
            )}
            <DownloadButton
              load={() => browserApi.exportRecall({ params: { id: recall._id } })}
              fileName={() => `retiro-${recall.tradename.slice(0, 40)}.xlsx`}
            >
              Descargar para la autoridad (Excel)
            </DownloadButton>
            <Button look="secondary" icon="print" onClick={() => print()}>
              Imprimir
            </Button>
            {!recall.liftedAt && (
              <ActionButton
                look="secondary"
                icon="rotate"
                act={async () => {
                  await browserApi.liftRecall({ params: { id: recall._id } })
                  await revalidate()
                }}
                ask={{
                  title: '¿Levantar el retiro?',
                  text: 'Las unidades apartadas vuelven a la venta.',
                  confirm: 'Levantar',
                }}
              >
                Levantar el retiro
              </ActionButton>
            )}
          </div>
          <h2 className="text-lg">
            Quién lo recibió{' '}
            <span className="font-normal text-soft text-sm">
              {formatWhole(recall.answered)} de {formatWhole(recall.toTell)} respondieron
            </span>
          </h2>
          <DataTable
            label="Quién lo recibió"
            columns={columnsOf(recall)}
            rows={recall.orders}
            rowKey={({ _id }) => _id}
            tableFrom="wide"
            empty="Ningún pedido entregado tiene estos lotes"
          />
        </>
      ) : (
        <Skeleton className="h-64" />
      )}
      <FormModal open={mailing} onClose={() => setMailing(false)} title="Avisar por correo" wide>
        {mailing && recall && <MailForm recall={recall} />}
      </FormModal>
    </section>
  )
}

const MAIL_WORDS = { queued: 'En camino', sent: 'Enviado', failed: 'No se pudo enviar' } as const
const MAIL_TONES = { queued: 'yellow', sent: 'green', failed: 'red' } as const

const columnsOf = (recall: Recall): Columns<RecalledOrder> => ({
  order: {
    header: 'N° pedido',
    cell: ({ nro_delivery }) => (
      <Link
        to={`${href('/dashboard/deliveries')}?buscar=${nro_delivery}`}
        className="font-semibold hover:underline"
      >
        {nro_delivery}
      </Link>
    ),
    className: 'tabular-nums',
  },
  name: { header: 'Nombre', cell: ({ name }) => name },
  certainty: {
    header: 'Lote',
    cell: ({ certainty }) =>
      certainty === 'recorded' ? (
        <Badge tone="red">Registrado</Badge>
      ) : (
        <Badge tone="yellow">Posiblemente</Badge>
      ),
  },
  units: { header: 'Unidades', align: 'end', cell: ({ units }) => formatWhole(units) },
  phone: { header: 'Teléfono', cell: ({ phone }) => (phone ? <PhoneLink phone={phone} /> : '—') },
  mail: {
    header: 'Correo',
    cell: ({ email, mail }) => (
      <span className="wrap-anywhere inline-flex flex-wrap items-center gap-2">
        {email}
        {mail && <Badge tone={MAIL_TONES[mail]}>{MAIL_WORDS[mail]}</Badge>}
      </span>
    ),
  },
  answered: { header: 'Respondió', cell: (order) => <Answered recall={recall} order={order} /> },
})

function Answered({ recall, order }: { recall: Recall; order: RecalledOrder }) {
  const { revalidate } = useRevalidator()
  const { run, working, choice, failure } = useAction(async (answered: boolean) => {
    await browserApi.markRecallAnswered({
      params: { id: recall._id },
      body: { orderId: order._id, answered },
    })
    await revalidate()
  })
  return (
    <>
      <Checkbox
        label={<span className="sr-only">El cliente del pedido {order.nro_delivery} respondió</span>}
        checked={choice ?? order.answered}
        aria-busy={working}
        onChange={({ target }) => run(target.checked)}
      />
      <FieldError error={failure} />
    </>
  )
}

/** The proposed mail, which the pharmacist can change before it is sent. */
const proposal = (recall: Recall) => ({
  subject: 'Aviso importante sobre un producto que compraste',
  message: [
    'Hola:',
    `Compraste en ${store.name} un producto del que se retiran unidades del mercado: ${recall.tradename}${
      recall.whole ? '' : ` (${recall.lots.map(lotInWords).join('; ')})`
    }.`,
    'Por favor no lo uses y guárdalo. Revisa el lote en el envase y comunícate con nosotros para cambiarlo o devolverte el dinero.',
    `Teléfono: ${store.phone}. Correo: ${store.email}.`,
  ].join('\n\n'),
})

function MailForm({ recall }: { recall: Recall }) {
  const form = useForm({ defaultValues: proposal(recall) })
  const submit = useSave(form, 'Listo!', (body) =>
    browserApi.mailRecall({ params: { id: recall._id }, body }),
  )
  const left = recall.orders.filter(({ mailedAt, email }) => !mailedAt && email).length
  return (
    <form {...submit.formProps} aria-label="Avisar por correo" className="grid gap-4">
      <p className="text-soft">
        Se avisa a {counted(left, 'cliente', 'clientes')}; quien ya fue avisado no recibe otro correo.
      </p>
      <InputField label="Asunto" required {...submit.field('subject')} />
      <TextAreaField label="Mensaje" required rows={10} data-autofocus {...submit.field('message')} />
      <ModalButtons submit="Enviar" icon="mail" form={submit} />
    </form>
  )
}
