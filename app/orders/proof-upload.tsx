import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { errors } from '#contract/errors.ts'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import type { Order } from '#contract/orders.ts'
import { ApiError, browserApi } from '../api/client.ts'
import { useMounted } from '../forms/use-mounted.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { notice } from '../ui/notice.tsx'
import { AnotherProof } from './rejected-proof.tsx'

/** Uploads an order's payment proof. A failure shows beside the button (docs/product.md#silent-failures). */
export function ProofUpload({ order, onClose }: { order: Order; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const mounted = useMounted()
  const [file, setFile] = useState<File | null>(null)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send() {
    setFailure(undefined)
    if (!file?.type.startsWith('image/')) {
      return notice.alert({ title: 'Debe seleccionar un archivo', icon: 'info' })
    }
    if (file.size > MAX_FILE_BYTES) return setFailure(errors.TOO_LARGE.message)
    setSending(true)
    const form = new FormData()
    form.append('id', order._id)
    form.append('photo', file)
    try {
      const { message } = await browserApi.uploadProof({ form })
      await revalidate()
      if (mounted.current) onClose()
      await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (mounted.current) setFailure(error.message)
      else await notice.error(error.message)
      // The proof was uploaded in another window: the list has to show it.
      if (error.code === 'PROOF_EXISTS') await revalidate()
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      aria-label="Subir comprobante"
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) void send()
      }}
      className="grid gap-5"
    >
      <AnotherProof order={order} />
      <p className="text-soft">
        Una foto o captura de la transferencia del pedido N° {order.nro_delivery}. Una vez enviada no se puede
        cambiar.
      </p>
      <FileField
        label="Archivo"
        hint="Una imagen de hasta 8 MB."
        value={file}
        onChange={(chosen) => {
          setFailure(undefined)
          setFile(chosen)
        }}
      />
      <div className="grid gap-3">
        <Button type="submit" icon="upload" loading={sending} wide>
          Subir comprobante
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
