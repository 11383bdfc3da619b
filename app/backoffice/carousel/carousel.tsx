import { useState } from 'react'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { CarouselImage } from '#contract/carousel.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../api/server-failure.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ImageList } from './image-list.tsx'
import { ReorderPanel } from './reorder-panel.tsx'
import { UploadImages } from './upload-images.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Carrusel') }]

/** The images by position. */
type Images = { images: CarouselImage[]; version: string }

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador', 'Marketing'])
  return loadOrFailure<Images>(async () => {
    const { data, version } = await browserApi.listCarousel({ signal })
    return { images: data, version }
  })
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: loaded }: { loaderData?: Loaded<Images> }) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Carrusel</h1>
        {loaded && (
          <Button icon="upload" className="max-sm:w-full" onClick={() => setAdding(true)}>
            SUBIR IMAGEN
          </Button>
        )}
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        <WhenLoaded of={loaded} loading={<Skeleton className="h-96" />}>
          {({ images, version }) => (
            <>
              <ImageList images={images} />
              <ReorderPanel images={images} version={version} />
            </>
          )}
        </WhenLoaded>
      </div>
      <FormModal open={adding} onClose={() => setAdding(false)} title="AGREGAR IMAGEN | CAROUSEL">
        {adding && <UploadImages />}
      </FormModal>
    </>
  )
}
