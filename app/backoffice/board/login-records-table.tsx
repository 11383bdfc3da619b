import type { CallAnswer } from '#contract/call.ts'
import type { loginRecordCalls } from '#contract/login-records.ts'
import { ListingTable } from '../../listing/listing-table.tsx'
import type { Listing } from '../../listing/load-listing.ts'
import type { Column } from '../../ui/data-table.tsx'
import { timestamp } from '../store-time.ts'

export type LoginRecord = CallAnswer<typeof loginRecordCalls.listLoginRecords>['data'][number]

/** The logins, newest first. */
export function LoginRecordsTable({ listing }: { listing: Listing<LoginRecord> }) {
  return (
    <ListingTable
      title="Actividades Reciente"
      level="h2"
      search="Buscar usuario..."
      listing={listing}
      columns={columns}
      // A person may log in twice within a millisecond: the position makes the key unique.
      rowKey={(row) => `${listing.rows.indexOf(row)} ${row.createdAt}`}
      empty="No se han registrado actividad reciente"
      tableFrom="narrow"
    />
  )
}

const columns: Column<LoginRecord>[] = [
  { header: 'Nombre', bare: true, cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { header: 'Correo', cell: ({ email }) => email, className: 'wrap-anywhere' },
  { header: 'Rol', cell: ({ role }) => role },
  {
    header: 'Fecha de ingreso',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{timestamp(createdAt)}</time>,
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
]
