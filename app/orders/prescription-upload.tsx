import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ApiError } from '../api/client.ts'
import { DataNote } from '../forms/data-note.tsx'
import { type Images, ImagesField } from '../forms/images-field.tsx'
import { uploadApi } from '../forms/upload-api.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { notice } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { AnotherPrescription, CoveredLines } from './prescription-notes.tsx'
import { PrescriptionPages } from './prescription-pages.tsx'
import { prescriptionRejection, prescriptionRoom } from './prescription-state.tsx'

/** The progress of an upload: the page being sent, counted from 1, the number of pages, and the page's sent fraction, 0 to 1. */
type Sending = { page: number; of: number; sent: number }

const countPages = (count: number) => (count === 1 ? 'una página' : `${count} páginas`)

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
  const { revalidate } = useRevalidator()
  const [sending, setSending] = useState<Sending>()
  const form = useForm<Images>({ mode: 'all', defaultValues: { files: [] } })
  const submit = useSubmit(
    form,
    async ({ files }) => {
      const message = await sendPages(files)
      await revalidate()
      onSent()
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    },
    // Another window may have sent pages, or the order is no longer pending.
    { asks: false, onRefused: () => revalidate() },
  )
  const room = prescriptionRoom(order)
  // After a rejection the pages are sent as at first.
  const sent = order.prescription.sent && order.prescription.state !== 'rejected'

  /** Sends page by page. After a failure the unsent pages stay chosen. @returns the server's last message */
  async function sendPages(files: readonly File[]) {
    let message = ''
    try {
      for (const [index, file] of files.entries()) {
        const show = (sent: number) => setSending({ page: index + 1, of: files.length, sent })
        show(0)
        message = await sendPage(order._id, file, show)
        form.resetField('files', { defaultValue: files.slice(index + 1) })
      }
    } finally {
      setSending(undefined)
    }
    return message
  }

  return (
    <form {...submit.formProps} aria-label="Subir receta" className="grid gap-4">
      <p className="text-soft">
        {sent
          ? '¿Falta una página? Agrégala aquí.'
          : `Una foto de la receta del pedido N° ${order.nro_delivery}, con buena luz y completa: nombre, dosis, firma y fecha se deben leer.`}{' '}
        Una vez enviada no se puede cambiar.
      </p>
      <ImagesField
        control={form.control}
        label="Páginas de la receta"
        chosenLabel="Páginas elegidas"
        prompt="Agregar más páginas"
        hint={`Hasta ${countPages(room)}, como imágenes de hasta 8 MB. Si es un PDF, envía una captura de pantalla.`}
        max={room}
        tooMany={`Puedes agregar hasta ${countPages(room)}.`}
        shape="aspect-3/4 w-16"
        sending={submit.sending}
        onChosen={submit.clearFailure}
      />
      <DataNote>La receta es un dato de salud: al enviarla nos autorizas a usarla para tu pedido.</DataNote>
      {sending && (
        <ProgressBar
          label={`Enviando la página ${sending.page} de ${sending.of}…`}
          value={(sending.page - 1 + sending.sent) / sending.of}
        />
      )}
      <div className="grid gap-3">
        <Button type="submit" icon="upload" loading={submit.sending} wide>
          {sent ? 'Agregar páginas' : 'Subir receta'}
        </Button>
        <FieldError error={submit.failure} />
      </div>
    </form>
  )
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
