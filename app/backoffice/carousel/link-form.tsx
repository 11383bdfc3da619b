import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type CarouselImage, carouselLinkBody } from '#contract/carousel.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/modal-buttons.tsx'
import { useSaved } from '../../forms/use-saved.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { InputField } from '../../ui/field.tsx'

/** The link of a carousel image, in a modal. A pasted address of this shop becomes its path. */
export function LinkForm({ image, onClose }: { image: CarouselImage; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(carouselLinkBody),
    mode: 'onTouched',
    defaultValues: { link: image.link },
  })
  const saved = useSaved(onClose)
  const { formProps, sending } = useSubmit(
    form,
    async ({ link }) => {
      const { message } = await browserApi.setCarouselLink({ body: { id: image._id, link } })
      void saved('Actualizado', message)
    },
    { failureAs: 'general-dialog', saveKey: true },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <InputField
        label="Enlace"
        {...form.register('link', { setValueAs: withoutOrigin })}
        hint="La página de la tienda que se abre al presionar la imagen, por ejemplo /tienda?solo=oferta. Déjalo vacío si no abre ninguna."
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={form.formState.errors.link?.message}
      />
      <ModalButtons editing saving={sending} onCancel={onClose} />
    </form>
  )
}

const withoutOrigin = (link: string) =>
  link.trim().startsWith(`${location.origin}/`) ? link.trim().slice(location.origin.length) : link
