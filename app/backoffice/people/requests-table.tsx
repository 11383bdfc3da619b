import { useState } from 'react'
import type { FormRequest } from '#contract/requests.ts'
import { ListingTable } from '../../listing/listing-table.tsx'
import type { Listing, ListingNames } from '../../listing/load-listing.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RequestModal } from './request-modal.tsx'

/** The form requests of customers and visitors. */
export function RequestsTable({
  listing,
  names,
}: {
  listing: Listing<FormRequest> | undefined
  names: ListingNames
}) {
  const [opened, setOpened] = useState<FormRequest | null>(null)
  return (
    <>
      <ListingTable
        title="Solicitudes de formularios"
        level="h2"
        search="Buscar solicitud..."
        listing={listing}
        names={names}
        columns={columnsOf(setOpened)}
        rowKey={({ _id }) => _id}
        empty="No se han registrado solicitudes recientes"
        tableFrom="narrow"
      />
      <RequestModal request={opened} onClose={() => setOpened(null)} />
    </>
  )
}

const columnsOf = (open: (request: FormRequest) => void): Column<FormRequest>[] => [
  {
    header: 'Nombre completo',
    bare: true,
    cell: ({ fullname }) => <span className="font-semibold">{fullname}</span>,
  },
  { header: 'Correo', cell: ({ email }) => email, className: 'wrap-anywhere' },
  {
    header: 'Tipo',
    cell: ({ typeForm }) =>
      typeForm === 'contact' ? <Badge>Contacto</Badge> : <Badge tone="green">Recetario</Badge>,
  },
  {
    header: 'Opciones',
    bare: true,
    cell: (request) => (
      <Button look="secondary" small icon="eye" onClick={() => open(request)}>
        Ver<span className="sr-only"> la solicitud de {request.fullname}</span>
      </Button>
    ),
  },
]
