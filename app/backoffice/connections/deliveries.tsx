import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { counted } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useAction } from '../../forms/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { FieldError, SelectField } from '../../ui/field.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { momentColumn } from '../moment-column.tsx'
import { EVENT_WORDS, failureWords } from './connection-words.ts'

const PAGE_SIZE = 10

/** How often the list is read again while an event waits. */
const REFRESH_MS = 2_000

type Status = WebhookDelivery['status']

/** The events of a webhook with their outcome, in a modal. Failed ones, if any, are shown first. */
export function Deliveries({ webhook: { _id: id, url, failed } }: { webhook: Webhook }) {
  const [{ page, status }, setShown] = useState<{ page: number; status: Status | '' }>({
    page: 1,
    status: failed > 0 ? 'failed' : '',
  })
  const { value, failure, loading, reload } = useReloadable((signal) => {
    const query = { page, pageSize: PAGE_SIZE, status: status || undefined }
    return browserApi.listDeliveries({ params: { id }, query, signal })
  }, `${id} ${page} ${status}`)
  const rows = failure ? undefined : value?.data
  const total = failure ? 0 : (value?.total ?? 0)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (value && !failure && page > pages) setShown({ page: pages, status })
  }, [value, failure, page, pages, status])
  const isWatched = rows?.some(({ status }) => status === 'waiting') ?? false
  const readAgain = useEffectEvent(reload)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by the next look.
  useEffect(() => {
    if (!isWatched) return
    const timer = setTimeout(() => readAgain(), REFRESH_MS)
    return () => clearTimeout(timer)
  }, [isWatched, value])

  async function test() {
    await browserApi.testWebhook({ params: { id } })
    if (page === 1 && status === '') reload()
    else setShown({ page: 1, status: '' })
  }
  const [sent, setSent] = useState('')
  const sending = useAction<WebhookDelivery>(async ({ _id }) => {
    setSent((await browserApi.sendDelivery({ params: { id, delivery: _id } })).message)
    // An event that is sent again leaves the list of failed events, and the pressed button with it.
    if (status === 'failed') list.current?.focus({ preventScroll: true })
    reload()
  })

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="wrap-anywhere font-semibold">{url}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" small icon="rotate" loading={loading && !isWatched} onClick={reload}>
            Actualizar
          </Button>
          <ActionButton small icon="bell" act={test}>
            Enviar una prueba
          </ActionButton>
        </div>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Estado de los avisos"
          value={status}
          onChange={({ target }) => setShown({ page: 1, status: target.value as Status | '' })}
          options={CHOICES}
        />
        <p role="status" className="text-sm text-soft tabular-nums">
          {sent && `${sent} `}
          {rows && counted(total, 'aviso', 'avisos')}
        </p>
      </div>
      <FieldError error={sending.failure} />
      <div
        ref={list}
        tabIndex={-1}
        className={`outline-none transition-opacity ${loading && rows && !isWatched ? 'opacity-60' : ''}`}
      >
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
          empty={failure ? <ListFailure text={failure} onRetry={reload} /> : CHOICES[status].empty}
          tableFrom="narrow"
          pagination={
            <Pagination
              page={page}
              pages={pages}
              onPage={(page) => setShown({ page, status })}
              label="Páginas de Avisos enviados"
            />
          }
        />
      </div>
    </div>
  )
}

/** The name of each choice of events, and the words of an empty list. */
const CHOICES: Record<Status | '', { name: string; empty: string }> = {
  '': { name: 'Todos', empty: 'Todavía no hay avisos' },
  failed: { name: 'Los que fallaron', empty: 'Ningún aviso falló' },
  waiting: { name: 'En espera', empty: 'Ningún aviso está en espera' },
  delivered: { name: 'Entregados', empty: 'Ningún aviso se ha entregado' },
}

const STATUSES: Record<Status, React.ReactNode> = {
  waiting: <Badge tone="yellow">En espera</Badge>,
  delivered: <Badge tone="green">Entregado</Badge>,
  failed: <Badge tone="red">Falló</Badge>,
}

const columnsOf = (send: (delivery: WebhookDelivery) => React.ReactNode): Columns<WebhookDelivery> => ({
  event: {
    header: 'Aviso',
    bare: true,
    className: 'font-semibold',
    cell: ({ type }) => EVENT_WORDS[type].name,
  },
  date: momentColumn('Fecha', ({ at }) => at),
  status: {
    header: 'Estado',
    cell: (delivery) => (
      <span className="grid justify-items-start gap-1">
        {STATUSES[delivery.status]}
        {delivery.error && <span className="text-sm text-soft">{failureWords(delivery)}</span>}
      </span>
    ),
  },
  attempts: { header: 'Intentos', align: 'end', cell: ({ attempts }) => attempts },
  options: { header: 'Opciones', bare: true, align: 'end', cell: send },
})
