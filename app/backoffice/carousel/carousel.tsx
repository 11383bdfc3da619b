import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ClientLoaderFunctionArgs, type MetaFunction, useRevalidator } from 'react-router'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { type Images, ImagesField } from '../../forms/images-field.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ImageList } from './image-list.tsx'
import { ReorderPanel } from './reorder-panel.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Carrusel') }]

/** Loads the images, by position. */
export const clientLoader = ({ request: { signal } }: ClientLoaderFunctionArgs) =>
  loadOrFailure(() => browserApi.listCarousel({ signal }))

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
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
          {({ data: images, version }) => (
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

/** The maximum number of images per upload. */
const MAX_FILES = 10

/** The upload of carousel images, in a modal. Choosing again adds to the selection. */
function UploadImages() {
  /** The fraction already sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const { revalidate } = useRevalidator()
  const { close } = useFormModal()
  const form = useForm<Images>({ mode: 'all', defaultValues: { files: [] } })
  const { formProps, sending } = useSubmit(
    form,
    async ({ files }) => {
      const parts = new FormData()
      for (const file of files) parts.append('files', file)
      setSent(0)
      await uploadApi(setSent).addCarouselImages({ form: parts })
      close()
      void revalidate()
      await notice.toast({ title: 'Imagen(es) guardada', icon: 'success', timer: 1_500 })
    },
    { dialog: (text) => notice.alert({ title: 'Error', text, icon: 'error' }), asks: false },
  )

  return (
    <form {...formProps} className="grid gap-4">
      <ImagesField
        control={form.control}
        label="Imágenes"
        chosenLabel="Imágenes elegidas"
        prompt="Agregar más imágenes"
        hint="Hasta 10 imágenes de 8 MB cada una."
        max={MAX_FILES}
        tooMany={`Se pueden subir hasta ${MAX_FILES} imágenes a la vez.`}
        sending={sending}
      />
      {sending && (
        <ProgressBar
          label={sent < 1 ? `Enviando: ${Math.round(sent * 100)} %` : 'Preparando las imágenes…'}
          value={sent < 1 ? sent : undefined}
        />
      )}
      <Button type="submit" icon="upload" loading={sending} className="justify-self-end">
        Subir imagenes
      </Button>
    </form>
  )
}
