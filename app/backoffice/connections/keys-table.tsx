import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Key } from '#contract/connections.ts'
import { browserApi } from '../../api/client.ts'
import { useModalLeave } from '../../forms/modal-leave.ts'
import { useAction } from '../../forms/use-action.ts'
import { orderDate, orderMoment } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Modal } from '../../ui/modal.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SCOPE_WORDS } from './connection-words.ts'
import { KeyForm } from './key-form.tsx'

/** The keys with which other systems call the shop. */
export function KeysTable({ keys, failure }: { keys: Key[] | undefined; failure: string | null }) {
  const [creating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const { leave, onDirty } = useModalLeave(close)
  const { revalidate } = useRevalidator()
  const revoking = useAction<Key>(
    async ({ _id }) => {
      await browserApi.revokeKey({ params: { id: _id } })
      await revalidate()
    },
    { ask: ({ name }) => confirmRevoke(name) },
  )
  return (
    <section aria-labelledby="claves" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="claves" className="text-lg">
            Claves
          </h2>
          <p className="max-w-prose text-sm text-soft">
            Con una clave, una caja o un programa de contabilidad lee y cambia lo que sus permisos dicen. Solo
            «Ver pedidos» muestra datos de personas.
          </p>
        </div>
        <Button icon="plus" onClick={() => setCreating(true)} disabled={!keys} className="max-sm:w-full">
          Crear clave
        </Button>
      </div>
      <FieldError error={revoking.failure} />
      <DataTable
        label="Claves"
        columns={columnsOf(revoking.run)}
        rows={keys}
        rowKey={({ _id }) => _id}
        empty={failure ? <ListFailure text={failure} /> : 'Ningún sistema tiene una clave'}
        tableFrom="wide"
        pageSize={3}
      />
      <Modal open={creating} onClose={leave} title="Crear clave">
        {creating && <KeyForm onClose={close} onDirty={onDirty} />}
      </Modal>
    </section>
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

const columnsOf = (revoke: (key: Key) => void): Column<Key>[] => [
  {
    header: 'Nombre',
    bare: true,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
    className: 'wrap-anywhere as-table:min-w-40',
  },
  {
    header: 'Permisos',
    cell: ({ scopes }) => scopes.map((scope) => SCOPE_WORDS[scope].name).join(', '),
    className: 'as-table:min-w-48',
  },
  { header: 'Creada', cell: ({ createdAt }) => orderDate(createdAt), className: 'tabular-nums' },
  {
    header: 'Último uso',
    cell: ({ lastUsed }) => (lastUsed ? orderMoment(lastUsed) : 'Nunca'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  { header: 'Vence', cell: (key) => <Validity keyRow={key} />, className: 'tabular-nums' },
  {
    header: 'Opciones',
    bare: true,
    cell: (key) => (
      <RowMenu
        label={`Más opciones de ${key.name}`}
        items={
          key.revoked || hasEnded(key)
            ? []
            : [{ name: 'Revocar', icon: 'lock', tone: 'danger', onClick: () => revoke(key) }]
        }
      />
    ),
    className: 'as-table:w-16',
  },
]
