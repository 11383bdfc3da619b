import { Controller, useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { errors } from '#contract/errors.ts'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../api/client.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { notice } from '../ui/notice.tsx'
import { AskAgain } from './prescription-notes.tsx'
import { rejectionOf } from './rejected-proof.tsx'

export function ProofUpload({ order, onClose }: { order: Order; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useForm<{ photo: File | null }>({ defaultValues: { photo: null } })
  const submit = useSubmit(
    form,
    async ({ photo }, { signal }) => {
      if (!photo?.type.startsWith('image/'))
        return notice.alert({ title: 'Debe seleccionar un archivo', icon: 'info' })
      if (photo.size > MAX_FILE_BYTES) return form.setError('photo', { message: errors.TOO_LARGE.message })
      const parts = new FormData()
      parts.append('id', order._id)
      parts.append('photo', photo)
      const { message } = await browserApi.uploadProof({ form: parts })
      await revalidate()
      if (!signal.aborted) onClose()
      await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    },
    {
      asks: false,
      fieldOfCode: { TOO_LARGE: 'photo', WRONG_KIND: 'photo' },
      // The proof was uploaded in another window: the list has to show it.
      onRefused: ({ code }) => code === 'PROOF_EXISTS' && revalidate(),
    },
  )

  return (
    <form {...submit.formProps} aria-label="Subir comprobante" className="grid gap-5">
      <AskAgain
        text="El comprobante que enviaste no coincide. Necesitamos otro."
        reason={rejectionOf(order)}
      />
      <p className="text-soft">
        Una foto o captura de la transferencia del pedido N° {order.nro_delivery}. Una vez enviada no se puede
        cambiar.
      </p>
      <Controller
        control={form.control}
        name="photo"
        render={({ field, fieldState: { error } }) => (
          <FileField
            {...field}
            label="Archivo"
            hint="Una imagen de hasta 8 MB."
            error={error?.message}
            onChange={(file) => {
              submit.clearFailure()
              field.onChange(file)
            }}
          />
        )}
      />
      <div className="grid gap-3">
        <Button type="submit" icon="upload" loading={submit.sending} wide>
          Subir comprobante
        </Button>
        <FieldError error={submit.failure} />
      </div>
    </form>
  )
}
