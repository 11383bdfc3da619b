import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ImageList } from './image-list.tsx'
import { ReorderPanel } from './reorder-panel.tsx'
import { UploadImages } from './upload-images.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Carrusel') }]

/** Loads the images by position, or the message of the failure. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador', 'Marketing'])
  try {
    const { data, version } = await browserApi.listCarousel({ signal: request.signal })
    return { images: data, version, failure: null }
  } catch (error) {
    return { failure: (await refusalOf(error)).message }
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <>
      <h1 className="text-xl">Carrusel</h1>
      <div className={columns}>
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </>
  )
}

const columns = 'mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[repeat(2,minmax(0,1fr))]'

export default function Carousel() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Carrusel</h1>
        <Button icon="upload" className="max-sm:w-full" onClick={() => setAdding(true)}>
          SUBIR IMAGEN
        </Button>
      </div>
      {loaded.failure === null ? (
        <div className={columns}>
          <ImageList images={loaded.images} />
          <ReorderPanel images={loaded.images} version={loaded.version} />
        </div>
      ) : (
        <div className="card mt-6 px-4 py-16 text-soft">
          <ListFailure text={loaded.failure} />
        </div>
      )}
      <FormModal open={adding} onClose={() => setAdding(false)} title="AGREGAR IMAGEN | CAROUSEL">
        {adding && <UploadImages />}
      </FormModal>
    </>
  )
}
