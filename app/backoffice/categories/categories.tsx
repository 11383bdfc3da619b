import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Category } from '#contract/categories.ts'
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
import { CategoryForm } from './category-form.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Categorías') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadListing(request, (query) => browserApi.listCategories({ query, signal: request.signal }))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Screen />
}

export default function Categories() {
  return <Screen listing={useLoaderData<typeof clientLoader>()} />
}

/** The categories screen (docs/product.md#categories-screen). */
function Screen({ listing }: { listing?: Listing<Category> }) {
  const [opened, setOpened] = useState<Category | 'new' | null>(null)
  const { draft, forget } = useRestoredDraft('category')
  const close = () => {
    setOpened(null)
    forget()
  }
  useEffect(() => {
    if (draft) setOpened((draft.row as Category | null) ?? 'new')
  }, [draft])
  const { leave, onDirty } = useModalLeave(close)
  const edited = opened === 'new' ? null : opened
  return (
    <>
      <ListingTable
        title="Categorías"
        search="Buscar categoría..."
        listing={listing}
        columns={columnsOf(setOpened)}
        rowKey={({ _id }) => _id}
        empty="No se han registrado categorías"
        next={
          <Button icon="plus" onClick={() => setOpened('new')}>
            Agregar la primera categoría
          </Button>
        }
        tableFrom="narrow"
        actions={
          <>
            <DownloadButton
              load={() => browserApi.exportCategories()}
              fileName={() => `categorias-${today()}.xlsx`}
              className="max-sm:col-span-full"
            >
              Descargar categorías (Excel)
            </DownloadButton>
            <Button icon="plus" className="max-sm:col-span-full" onClick={() => setOpened('new')}>
              Nueva Categoría
            </Button>
          </>
        }
      />
      <Modal open={opened === 'new'} onClose={leave} title="Agregar Categoría">
        {opened === 'new' && <CategoryForm draft={draft} onClose={close} onDirty={onDirty} />}
      </Modal>
      <Modal open={edited !== null} onClose={leave} title="Editar Categoría">
        {edited && <CategoryForm category={edited} draft={draft} onClose={close} onDirty={onDirty} />}
      </Modal>
    </>
  )
}

const columnsOf = (edit: (category: Category) => void): Column<Category>[] => [
  {
    header: 'Nombre',
    bare: true,
    cell: ({ categoryName }) => <span className="font-semibold">{categoryName}</span>,
  },
  { header: 'Estado', cell: ({ status }) => <StatusMark active={status} />, className: 'as-table:w-40' },
  {
    header: 'Acciones',
    bare: true,
    className: 'as-table:w-32',
    cell: (category) => <EditButton of={category.categoryName} onClick={() => edit(category)} />,
  },
]
