import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Supplier } from '#contract/suppliers.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useModalLeave } from '../../forms/modal-leave.ts'
import { useRestoredDraft } from '../../forms/unsaved-draft.ts'
import { EditButton } from '../../listing/edit-button.tsx'
import { ListingTable } from '../../listing/listing-table.tsx'
import { type Listing, loadListing } from '../../listing/load-listing.ts'
import { StatusMark } from '../../listing/status-mark.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Modal } from '../../ui/modal.tsx'
import { today } from '../store-time.ts'
import { SupplierForm } from './supplier-form.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Proveedores') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadListing(request, (query) => browserApi.listSuppliers({ query, signal: request.signal }))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Screen />
}

export default function Suppliers() {
  return <Screen listing={useLoaderData<typeof clientLoader>()} />
}

/** The suppliers screen (docs/product.md#suppliers-screen). */
function Screen({ listing }: { listing?: Listing<Supplier> }) {
  const [opened, setOpened] = useState<Supplier | 'new' | null>(null)
  const { draft, forget } = useRestoredDraft('supplier')
  const close = () => {
    setOpened(null)
    forget()
  }
  useEffect(() => {
    if (draft) setOpened((draft.row as Supplier | null) ?? 'new')
  }, [draft])
  const { leave, onDirty } = useModalLeave(close)
  const edited = opened === 'new' ? null : opened
  return (
    <>
      <ListingTable
        title="Proveedores"
        search="Buscar proveedor..."
        listing={listing}
        columns={columnsOf(setOpened)}
        rowKey={({ _id }) => _id}
        empty="No se han registrado proveedores"
        next={
          <Button icon="plus" onClick={() => setOpened('new')}>
            Agregar el primer proveedor
          </Button>
        }
        actions={
          <>
            <DownloadButton
              load={() => browserApi.exportSuppliers()}
              fileName={() => `proveedores-${today()}.xlsx`}
              className="max-sm:col-span-full"
            >
              Descargar proveedores (Excel)
            </DownloadButton>
            <Button icon="plus" className="max-sm:col-span-full" onClick={() => setOpened('new')}>
              Nuevo Proveedor
            </Button>
          </>
        }
      />
      <Modal open={opened === 'new'} onClose={leave} title="Agregar Proveedor">
        {opened === 'new' && <SupplierForm draft={draft} onClose={close} onDirty={onDirty} />}
      </Modal>
      <Modal open={edited !== null} onClose={leave} title="Editar Proveedor">
        {edited && <SupplierForm supplier={edited} draft={draft} onClose={close} onDirty={onDirty} />}
      </Modal>
    </>
  )
}

const columnsOf = (edit: (supplier: Supplier) => void): Column<Supplier>[] => [
  {
    header: 'Nombres Proveedor',
    bare: true,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  { header: 'Direccion', cell: ({ address }) => address || '—' },
  { header: 'Persona de contacto', cell: ({ contact }) => contact || '—' },
  {
    header: 'Telefono / Celular',
    cell: ({ phone }) => phone || '—',
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  { header: 'Estado', cell: ({ status }) => <StatusMark active={status === 'Activo'} /> },
  {
    header: 'Acciones',
    bare: true,
    cell: (supplier) => <EditButton of={supplier.name} onClick={() => edit(supplier)} />,
  },
]
