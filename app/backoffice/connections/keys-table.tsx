import { useRef, useState } from 'react'
import type { Key } from '#contract/connections.ts'
import { browserApi } from '../../api/client.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import type { List, Listing } from '../../listing/listing.ts'
import { ListingHead, ListingLead, ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { orderDate, orderMoment } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SCOPE_WORDS } from './connection-words.ts'
import { KeyForm } from './key-form.tsx'

/** The keys with which other systems call the shop. */
export function KeysTable({ listing, list }: { listing: Listing<Key> | undefined; list: List }) {
  const table = useRef<HTMLDivElement>(null)
  const [creating, setCreating] = useState(false)
  const saved = useSaved()
  const revoking = useAction<Key>(
    async ({ _id }) => {
      const { message } = await browserApi.revokeKey({ params: { id: _id } })
      await saved('Listo!', message)
      // The row with the pressed button may be on another page now.
      table.current?.focus({ preventScroll: true })
    },
    { ask: ({ name }) => confirmRevoke(name) },
  )
  return (
    <div ref={table} tabIndex={-1} className="outline-none">
      <ListingTable
        title="Claves"
        listing={listing}
        list={list}
        columns={columnsOf(revoking)}
        empty="Ningún sistema tiene una clave"
        tableFrom="wide"
      >
        <ListingHead level="h2">
          <Button icon="plus" onClick={() => setCreating(true)} className="max-sm:col-span-full">
            Crear clave
          </Button>
        </ListingHead>
        <ListingLead>
          <p className="max-w-prose sm:-mt-3 text-sm text-soft">
            Con una clave, una caja o un programa de contabilidad lee y cambia lo que sus permisos dicen. Solo
            «Ver pedidos» muestra datos de personas.
          </p>
          <FieldError error={revoking.failure} />
        </ListingLead>
        <ListingSearch label="Buscar clave..." />
      </ListingTable>
      <FormModal open={creating} onClose={() => setCreating(false)} title="Crear clave">
        {creating && <KeyForm />}
      </FormModal>
    </div>
  )
}

const confirmRevoke = (name: string) =>
  notice.confirm({
    title: `¿Revocar la clave de ${name}?`,
    text: 'El sistema que la usa dejará de entrar de inmediato. No se puede deshacer.',
    confirm: 'Revocar',
    danger: true,
  })

const hasEnded = ({ expires }: Key) => expires !== null && Date.parse(expires) <= Date.now()

function Validity({ keyRow }: { keyRow: Key }) {
  if (keyRow.revoked) return <Badge tone="red">Revocada</Badge>
  if (hasEnded(keyRow)) return <Badge tone="yellow">Vencida</Badge>
  return keyRow.expires ? orderDate(keyRow.expires) : 'Nunca'
}

type Revoking = { run: (key: Key) => void; working: boolean; choice: Key | undefined }

const columnsOf = ({ run, working, choice }: Revoking): Columns<Key> => ({
  name: {
    header: 'Nombre',
    bare: true,
    cell: ({ name }) => name,
    className: 'wrap-anywhere font-semibold as-table:min-w-40',
  },
  scopes: {
    header: 'Permisos',
    cell: ({ scopes }) => scopes.map((scope) => SCOPE_WORDS[scope].name).join(', '),
    className: 'as-table:min-w-48',
  },
  created: { header: 'Creada', cell: ({ createdAt }) => orderDate(createdAt), className: 'tabular-nums' },
  lastUsed: {
    header: 'Último uso',
    cell: ({ lastUsed }) => (lastUsed ? orderMoment(lastUsed) : 'Nunca'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  expires: { header: 'Vence', cell: (key) => <Validity keyRow={key} />, className: 'tabular-nums' },
  options: {
    header: 'Opciones',
    bare: true,
    cell: (key) => (
      <RowMenu
        label={`Más opciones de ${key.name}`}
        working={working && choice?._id === key._id}
        items={[
          !key.revoked &&
            !hasEnded(key) && { name: 'Revocar', icon: 'lock', tone: 'danger', onClick: () => run(key) },
        ]}
      />
    ),
    className: 'as-table:w-16',
  },
})
