import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { REQUIRED } from '#contract/fields.ts'
import type { Order } from '#contract/orders.ts'
import { ApiError } from '../api/client.ts'
import { ChosenImages } from '../forms/chosen-images.tsx'
import { DataNote } from '../forms/data-note.tsx'
import { addFiles, problemOf } from '../forms/image-selection.ts'
import { uploadApi } from '../forms/upload-api.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { notice } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { AnotherPrescription, CoveredLines } from './prescription-notes.tsx'
import { PrescriptionPages } from './prescription-pages.tsx'
import { prescriptionRejection, prescriptionRoom } from './prescription-state.tsx'

/** The progress of an upload: the page being sent, counted from 1, the number of pages, and the page's sent fraction, 0 to 1. */
type Sending = { page: number; of: number; sent: number }

const countPages = (count: number) => (count === 1 ? 'una página' : `${count} páginas`)

/** The pages already sent for an order's prescription, and the upload of more (docs/product.md#prescription-of-an-order). */
export function PrescriptionUpload({ order, onClose }: { order: Order; onClose: () => void }) {
  const isRejected = prescriptionRejection(order) !== undefined
  return (
    <div className="grid gap-5">
      <AnotherPrescription order={order} />
      <CoveredLines order={order} />
      {order.prescription.state === 'approved' && <p>Nuestro químico farmacéutico aprobó tu receta.</p>}
      {!isRejected && <PrescriptionPages order={order} />}
      {prescriptionRoom(order) > 0 && <Upload order={order} onSent={onClose} />}
      {isRejected && <PrescriptionPages order={order} />}
    </div>
  )
}

function Upload({ order, onSent }: { order: Order; onSent: () => void }) {
  const [touched, setTouched] = useState(false)
  const { files, setFiles, sending, failure, setFailure, send } = useUpload(order, () => {
    setTouched(false)
    onSent()
  })
  const input = useRef<HTMLInputElement>(null)
  const room = prescriptionRoom(order)
  const problem =
    files.length === 0
      ? REQUIRED
      : files.length > room
        ? `Puedes agregar hasta ${countPages(room)}.`
        : problemOf(files)
  // After a rejection the pages are sent as at first.
  const sent = order.prescription.sent && order.prescription.state !== 'rejected'

  function choose(chosen: File[]) {
    setFiles(chosen)
    setTouched(true)
    setFailure(undefined)
  }

  return (
    <form
      noValidate
      aria-label="Subir receta"
      onSubmit={(event) => {
        event.preventDefault()
        setTouched(true)
        if (problem) input.current?.focus()
        else if (!sending) void send()
      }}
      className="grid gap-4"
    >
      <p className="text-soft">
        {sent
          ? '¿Falta una página? Agrégala aquí.'
          : `Una foto de la receta del pedido N° ${order.nro_delivery}, con buena luz y completa: nombre, dosis, firma y fecha se deben leer.`}{' '}
        Una vez enviada no se puede cambiar.
      </p>
      <FileField
        ref={input}
        label="Páginas de la receta"
        prompt={files.length > 0 ? 'Agregar más páginas' : 'Elegir imágenes'}
        chosen={files.length > 0 ? '' : 'Ninguna imagen elegida'}
        preview={false}
        multiple
        required
        disabled={sending !== undefined}
        hint={`Hasta ${countPages(room)}, como imágenes de hasta 8 MB. Si es un PDF, envía una captura de pantalla.`}
        error={touched && !sending ? problem : undefined}
        onFiles={(added) => choose(addFiles(files, added))}
      />
      <ChosenImages
        label="Páginas elegidas"
        shape="aspect-3/4 w-16"
        files={files}
        disabled={sending !== undefined}
        onRemove={(file) => {
          choose(files.filter((other) => other !== file))
          input.current?.focus()
        }}
      />
      <DataNote>La receta es un dato de salud: al enviarla nos autorizas a usarla para tu pedido.</DataNote>
      {sending && (
        <ProgressBar
          label={`Enviando la página ${sending.page} de ${sending.of}…`}
          value={(sending.page - 1 + sending.sent) / sending.of}
        />
      )}
      <div className="grid gap-3">
        <Button type="submit" icon="upload" loading={sending !== undefined} wide>
          {sent ? 'Agregar páginas' : 'Subir receta'}
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}

/** The selection and its upload, page by page. After a failure the unsent pages stay chosen. */
function useUpload({ _id: id }: Order, onSent: () => void) {
  const { revalidate } = useRevalidator()
  const [files, setFiles] = useState<readonly File[]>([])
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<string>()

  async function send() {
    setFailure(undefined)
    let message: string | undefined
    try {
      for (const [index, file] of files.entries()) {
        const show = (sent: number) => setSending({ page: index + 1, of: files.length, sent })
        show(0)
        message = await sendPage(id, file, show)
        setFiles((chosen) => chosen.filter((other) => other !== file))
      }
      await revalidate()
      onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
      // Another window may have sent pages, or the order is no longer pending.
      await revalidate()
      return
    } finally {
      setSending(undefined)
    }
    if (message) await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
  }

  return { files, setFiles, sending, failure, setFailure, send }
}

/**
 * Sends one page. A page whose earlier answer was lost counts as sent.
 *
 * @returns the server's message
 */
async function sendPage(id: string, file: File, onProgress: (sent: number) => void) {
  const form = new FormData()
  form.append('id', id)
  form.append('photo', file)
  try {
    return (await uploadApi(onProgress).uploadPrescription({ form })).message
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PAGE_EXISTS') return error.message
    throw error
  }
}
