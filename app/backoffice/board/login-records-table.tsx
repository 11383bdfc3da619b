import type { CallAnswer } from '#contract/call.ts'
import type { loginRecordCalls } from '#contract/login-records.ts'
import type { Listing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { timestamp } from '../store-time.ts'

export type LoginRecord = CallAnswer<typeof loginRecordCalls.listLoginRecords>['data'][number] & {
  _id: string
}

/** The logins, newest first. */
export function LoginRecordsTable({ listing }: { listing: Listing<LoginRecord> }) {
  return (
    <ListingTable
      title="Actividades Reciente"
      listing={listing}
      columns={columns}
      empty="No se han registrado actividad reciente"
      tableFrom="narrow"
    >
      <ListingHead level="h2" />
      <ListingSearch label="Buscar usuario..." />
    </ListingTable>
  )
}

const columns: Columns<LoginRecord> = {
  name: { header: 'Nombre', bare: true, cell: ({ name }) => <span className="font-semibold">{name}</span> },
  email: { header: 'Correo', cell: ({ email }) => email, className: 'wrap-anywhere' },
  role: { header: 'Rol', cell: ({ role }) => role },
  loggedIn: {
    header: 'Fecha de ingreso',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{timestamp(createdAt)}</time>,
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
}
