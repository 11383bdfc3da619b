import { useCallback, useEffect, useState } from 'react'
import type { Delivery, Webhook } from '#contract/webhooks.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { useAction } from '../../forms/use-action.ts'
import { orderMoment } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, RetryButton } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { EVENT_WORDS, failureWords } from './connection-words.ts'

const PAGE_SIZE = 10

/** How often the list is read again while an event waits. */
const REFRESH_MS = 2_000

type Page = { rows?: Delivery[]; total: number; failure?: string }

/** The events of a webhook with their outcome, in a modal. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [page, setPage] = useState(1)
  const [{ rows, total, failure }, setState] = useState<Page>({ total: 0 })
  const params = { id: webhook._id }
  const { _id: id } = webhook

  const load = useCallback(async () => {
    try {
      const query = { page, pageSize: PAGE_SIZE }
      const { data, total } = await browserApi.listDeliveries({ params: { id }, query })
      setState({ rows: data, total })
    } catch (error) {
      const { message } = await refusalOf(error)
      setState({ total: 0, failure: message })
    }
  }, [id, page])
  useEffect(() => {
    void load()
  }, [load])
  useEffect(() => {
    if (!rows?.some(({ status, attempts }) => status === 'waiting' && attempts === 0)) return
    const timer = setTimeout(load, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [rows, load])

  const testing = useAction(async () => {
    await browserApi.testWebhook({ params })
    setPage(1)
    await load()
  })
  const sending = useAction<Delivery>(async ({ _id }) => {
    await browserApi.sendDelivery({ params: { ...params, delivery: _id } })
    await load()
  })

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="wrap-anywhere font-semibold">{webhook.url}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" small icon="rotate" onClick={() => load()}>
            Actualizar
          </Button>
          <Button small icon="bell" loading={testing.working} onClick={() => testing.run()}>
            Enviar una prueba
          </Button>
        </div>
      </div>
      <FieldError error={testing.failure ?? sending.failure} />
      <DataTable
        label="Avisos enviados"
        columns={columnsOf((delivery) => (
          <Button
            look="secondary"
            small
            loading={sending.working && sending.choice?._id === delivery._id}
            onClick={() => sending.run(delivery)}
          >
            Enviar otra vez
          </Button>
        ))}
        rows={rows ?? (failure ? [] : undefined)}
        rowKey={({ _id }) => _id}
        empty={failure ? <Failure text={failure} onRetry={load} /> : 'Todavía no hay avisos'}
        tableFrom="narrow"
        pageSize={3}
        page={page}
        pages={Math.max(1, Math.ceil(total / PAGE_SIZE))}
        onPage={setPage}
      />
    </div>
  )
}

const Failure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <span role="alert" className="grid justify-items-center gap-4">
    {text}
    <RetryButton onRetry={onRetry} />
  </span>
)

const STATUSES = {
  waiting: <Badge tone="yellow">En espera</Badge>,
  delivered: <Badge tone="green">Entregado</Badge>,
  failed: <Badge tone="red">Falló</Badge>,
}

const columnsOf = (send: (delivery: Delivery) => React.ReactNode): Column<Delivery>[] => [
  {
    header: 'Aviso',
    bare: true,
    cell: ({ type }) => <span className="font-semibold">{EVENT_WORDS[type].name}</span>,
  },
  {
    header: 'Fecha',
    cell: ({ at }) => <time dateTime={at}>{orderMoment(at)}</time>,
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  {
    header: 'Estado',
    cell: (delivery) => (
      <span className="grid justify-items-start gap-1">
        {STATUSES[delivery.status]}
        {delivery.error && <span className="text-sm text-soft">{failureWords(delivery)}</span>}
      </span>
    ),
  },
  { header: 'Intentos', align: 'end', cell: ({ attempts }) => attempts },
  { header: 'Opciones', bare: true, align: 'end', cell: send },
]
