import { type CarouselImage, carouselLinkBody } from '#contract/carousel.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { InputField } from '../../ui/field.tsx'

/** The link of a carousel image, in a modal. A pasted address of this shop becomes its path. */
export function LinkForm({ image }: { image: CarouselImage }) {
  const form = useSchemaForm(carouselLinkBody, { link: image.link })
  const saved = useSaved()
  const submit = useSubmit(
    form,
    async ({ link }) => {
      const { message } = await browserApi.setCarouselLink({ body: { id: image._id, link } })
      void saved('Actualizado', message)
    },
    { dialog: 'general', saveKey: true },
  )
  return (
    <form {...submit.formProps} className="grid gap-4">
      <InputField
        label="Enlace"
        {...submit.field('link', { setValueAs: withoutOrigin })}
        hint="La página de la tienda que se abre al presionar la imagen, por ejemplo /tienda?solo=oferta. Déjalo vacío si no abre ninguna."
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <ModalButtons submit="Actualizar" form={submit} />
    </form>
  )
}

const withoutOrigin = (link: string) =>
  link.trim().startsWith(`${location.origin}/`) ? link.trim().slice(location.origin.length) : link
