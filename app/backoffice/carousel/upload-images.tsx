import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { type Images, ImagesField } from '../../forms/images-field.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** The maximum number of images per upload. */
const MAX_FILES = 10

/** The upload of carousel images, in a modal. Choosing again adds to the selection. */
export function UploadImages() {
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
