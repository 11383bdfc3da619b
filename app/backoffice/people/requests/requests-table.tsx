import { useState } from 'react'
import type { FormRequest } from '#contract/requests.ts'
import { counted } from '#domain/price.ts'
import { browserApi } from '../../../api/client.ts'
import { FormModal } from '../../../forms/form-modal.tsx'
import { useSaved } from '../../../forms/in-modal.ts'
import { useAction } from '../../../forms/use-action.ts'
import { ChosenBar, type ChosenRows, chosenColumn, useChosenRows } from '../../../listing/chosen-rows.tsx'
import { FilterChips } from '../../../listing/filters.tsx'
import type { Listing } from '../../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../../listing/listing-table.tsx'
import { orderDate } from '../../../orders/order-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Columns } from '../../../ui/data-table.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { longDate } from '../../store-time.ts'
import { AnsweredBadge, RequestView } from './request-view.tsx'
import { REQUESTS } from './requests-url.ts'

export function RequestsTable({ listing }: { listing: Listing<FormRequest> | undefined }) {
  const [opened, setOpened] = useState<FormRequest | null>(null)
  const chosen = useChosenRows(listing?.rows)
  const hasPhoto = Boolean(opened?.photo)
  return (
    <>
      <ListingTable
        title="Solicitudes de formularios"
        list={REQUESTS}
        listing={listing}
        columns={{
          chosen: chosenColumn(chosen, ({ fullname }) => `la solicitud de ${fullname}`),
          ...columnsOf(setOpened),
        }}
        empty="No se han registrado solicitudes recientes"
        below={<ChosenRequests chosen={chosen} />}
      >
        <ListingHead level="h2" />
        <ListingSearch label="Buscar solicitud...">
          <FilterChips
            label="Qué solicitudes"
            list={REQUESTS}
            chips={[
              { name: 'Todas', set: {} },
              { name: 'Sin responder', set: { answered: false } },
            ]}
          />
        </ListingSearch>
      </ListingTable>
      <FormModal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title="Solicitudes"
        wide={hasPhoto}
        draft="answer"
        onDraft={({ row }) => setOpened(row as FormRequest)}
      >
        {opened && (
          <RequestView
            key={opened._id}
            request={opened}
            // A late answer may concern a request that is already closed.
            onChange={(saved) => setOpened((now) => (now?._id === saved._id ? saved : now))}
          />
        )}
      </FormModal>
    </>
  )
}

const columnsOf = (open: (request: FormRequest) => void): Columns<FormRequest> => ({
  name: {
    header: 'Nombre completo',
    bare: true,
    cell: ({ fullname }) => fullname,
    className: 'font-semibold as-card:order-first',
  },
  email: {
    header: 'Correo',
    cell: ({ email }) => <EmailText email={email} />,
    className: 'as-table:min-w-40 wrap-anywhere',
  },
  date: {
    header: 'Fecha',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={longDate(createdAt)}>
        {orderDate(createdAt)}
      </time>
    ),
    className: 'whitespace-nowrap tabular-nums',
  },
  type: {
    header: 'Tipo',
    cell: (request) => (
      <div className="flex flex-wrap gap-1 compact:as-table:flex-nowrap">
        {request.typeForm === 'contact' ? <Badge>Contacto</Badge> : <Badge tone="green">Recetario</Badge>}
        <AnsweredBadge request={request} />
      </div>
    ),
    className: 'as-table:w-36 compact:as-table:w-auto',
  },
  options: {
    header: 'Opciones',
    bare: true,
    cell: (request) => (
      <Button
        look="secondary"
        small
        icon="eye"
        className="as-table:[&_svg]:hidden"
        onClick={() => open(request)}
      >
        Ver<span className="sr-only"> la solicitud de {request.fullname}</span>
      </Button>
    ),
  },
})

function ChosenRequests({ chosen }: { chosen: ChosenRows<FormRequest> }) {
  const saved = useSaved()
  const { run, working, failure } = useAction(async () => {
    const { message } = await browserApi.markRequests({ body: { ids: chosen.ids } })
    await saved('Listo!', message)
    chosen.clear()
  })
  return (
    <ChosenBar
      chosen={chosen}
      label="Solicitudes elegidas"
      countOf={(count) => counted(count, 'solicitud elegida', 'solicitudes elegidas')}
      failure={failure}
    >
      <Button look="secondary" small icon="check" loading={working} onClick={() => run()}>
        Marcar respondidas
      </Button>
    </ChosenBar>
  )
}
