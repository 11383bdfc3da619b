import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { REQUIRED } from '#contract/fields.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { ChosenImages } from '../../forms/chosen-images.tsx'
import { addFiles, problemOf } from '../../forms/image-selection.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { useMounted } from '../../forms/use-mounted.ts'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** The maximum number of images per upload (docs/product.md#uploads). */
const MAX_FILES = 10

/** The upload of carousel images, in a modal (docs/product.md#carousel-screen). Choosing again adds to the selection. */
export function UploadImages({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [touched, setTouched] = useState(false)
  /** The fraction already sent, 0 to 1; undefined while no upload runs. */
  const [sent, setSent] = useState<number>()
  const { revalidate } = useRevalidator()
  const mounted = useMounted()
  const input = useRef<HTMLInputElement>(null)
  const tooMany =
    files.length > MAX_FILES ? `Se pueden subir hasta ${MAX_FILES} imágenes a la vez.` : undefined
  const problem = files.length === 0 ? REQUIRED : (problemOf(files) ?? tooMany)

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (problem || sent !== undefined) return input.current?.focus()
    const form = new FormData()
    for (const file of files) form.append('files', file)
    setSent(0)
    try {
      await uploadApi(setSent).addCarouselImages({ form })
      if (mounted.current) onClose()
      void revalidate()
      await notice.toast({ title: 'Imagen(es) guardada', icon: 'success', timer: 1_500 })
    } catch (error) {
      const { message } = await refusalOf(error)
      setSent(undefined)
      await notice.alert({ title: 'Error', text: message, icon: 'error' })
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FileField
        ref={input}
        label="Imágenes"
        prompt={files.length > 0 ? 'Agregar más imágenes' : 'Elegir imágenes'}
        chosen={files.length > 0 ? '' : 'Ninguna imagen elegida'}
        preview={false}
        multiple
        required
        disabled={sent !== undefined}
        hint="Hasta 10 imágenes de 8 MB cada una."
        error={touched ? problem : undefined}
        onFiles={(added) => {
          setFiles(addFiles(files, added))
          setTouched(true)
        }}
        onBlur={() => setTouched(true)}
      />
      <ChosenImages
        label="Imágenes elegidas"
        files={files}
        disabled={sent !== undefined}
        onRemove={(file) => {
          setFiles(files.filter((other) => other !== file))
          input.current?.focus()
        }}
      />
      {sent !== undefined && (
        <ProgressBar
          label={sent < 1 ? `Enviando: ${Math.round(sent * 100)} %` : 'Preparando las imágenes…'}
          value={sent < 1 ? sent : undefined}
        />
      )}
      <Button type="submit" icon="upload" loading={sent !== undefined} className="justify-self-end">
        Subir imagenes
      </Button>
    </form>
  )
}
