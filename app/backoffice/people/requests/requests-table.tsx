import { useState } from 'react'
import type { FormRequest } from '#contract/requests.ts'
import { FormModal } from '../../../forms/form-modal.tsx'
import { chosenColumn } from '../../../listing/chosen-column.tsx'
import { useChosenRows } from '../../../listing/chosen-rows.ts'
import { ListingTable } from '../../../listing/listing-table.tsx'
import type { Listing, ListingNames } from '../../../listing/load-listing.ts'
import { orderDate } from '../../../orders/order-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { longDate } from '../../store-time.ts'
import { AnsweredBadge } from './answered-badge.tsx'
import { ChosenRequests } from './chosen-requests.tsx'
import { RequestView } from './request-view.tsx'

/** The form requests of customers and visitors, each marked as answered or not. */
export function RequestsTable({
  listing,
  names,
  filter,
}: {
  listing: Listing<FormRequest> | undefined
  names: ListingNames
  filter: React.ReactNode
}) {
  const [opened, setOpened] = useState<FormRequest | null>(null)
  const chosen = useChosenRows(listing?.rows)
  const hasPhoto = Boolean(opened?.photo)
  return (
    <>
      <ListingTable
        title="Solicitudes de formularios"
        level="h2"
        search="Buscar solicitud..."
        listing={listing}
        names={names}
        filters={filter}
        columns={[
          chosenColumn(chosen, ({ fullname }) => `la solicitud de ${fullname}`),
          ...columnsOf(setOpened),
        ]}
        rowKey={({ _id }) => _id}
        empty="No se han registrado solicitudes recientes"
        bar={<ChosenRequests chosen={chosen} />}
        tableFrom="narrow"
      />
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

const columnsOf = (open: (request: FormRequest) => void): Column<FormRequest>[] => [
  {
    header: 'Nombre completo',
    bare: true,
    cell: ({ fullname }) => <span className="font-semibold">{fullname}</span>,
    className: 'as-card:order-first',
  },
  {
    header: 'Correo',
    cell: ({ email }) => <EmailText email={email} />,
    className: 'as-table:min-w-40 wrap-anywhere',
  },
  {
    header: 'Fecha',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={longDate(createdAt)}>
        {orderDate(createdAt)}
      </time>
    ),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    header: 'Tipo',
    cell: (request) => (
      <div className="flex flex-wrap gap-1">
        {request.typeForm === 'contact' ? <Badge>Contacto</Badge> : <Badge tone="green">Recetario</Badge>}
        <AnsweredBadge request={request} />
      </div>
    ),
    className: 'as-table:w-36',
  },
  {
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
]
