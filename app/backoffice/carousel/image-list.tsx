import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CarouselImage, carouselLinkBody } from '#contract/carousel.ts'
import { browserApi } from '../../api/client.ts'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import { useSave } from '../../forms/use-save.ts'
import { useSavedAtOnce } from '../../forms/use-saved-at-once.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { imageFile, imageUrl } from '../../ui/image-url.ts'
import { notice } from '../../ui/notice.tsx'

/** The carousel's images, each with a visibility switch, its link and a delete button. */
export function ImageList({ images }: { images: readonly CarouselImage[] }) {
  const [linked, setLinked] = useState<CarouselImage | null>(null)
  return (
    <section aria-labelledby="imagenes" className="card p-4 sm:p-5">
      <h2 id="imagenes" className="text-lg">
        Imágenes
      </h2>
      {images.length === 0 ? (
        <p className="py-10 text-center text-soft">No existen imagenes registradas</p>
      ) : (
        <ul aria-labelledby="imagenes" className="mt-2 divide-y divide-line">
          {images.map((image) => (
            <li key={image._id} className="flex items-center gap-2 min-[24rem]:gap-3 py-3 sm:gap-4">
              <Thumbnail photo={image.photo} dimmed={!image.state} />
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
                <p className="min-w-0 flex-1 basis-32 truncate font-semibold" title={image.name}>
                  {image.name}
                </p>
                <VisibleToggle image={image} />
                <Button
                  look="quiet"
                  small
                  icon="edit"
                  onClick={() => setLinked(image)}
                  title={image.link}
                  className="-ml-3 max-w-full basis-full justify-start"
                >
                  <span className="sr-only">Cambiar el enlace de {image.name}:</span>
                  <span className="truncate font-normal">{image.link || 'Sin enlace'}</span>
                </Button>
              </div>
              <DeleteButton image={image} />
            </li>
          ))}
        </ul>
      )}
      <FormModal open={linked !== null} onClose={() => setLinked(null)} title="Enlace de la imagen">
        {linked && <LinkForm image={linked} />}
      </FormModal>
    </section>
  )
}

/** The switch between Visible and Oculto, saved at once. */
function VisibleToggle({ image: { _id, state, name } }: { image: CarouselImage }) {
  const [visible = state, setVisible] = useSavedAtOnce((state: boolean) =>
    browserApi.setCarouselState({ body: { id: _id, state } }),
  )

  return (
    <button
      type="button"
      role="switch"
      aria-checked={visible}
      onClick={() => setVisible(!visible)}
      className="group inline-flex min-h-9 items-center gap-2 rounded-lg font-semibold text-sm"
    >
      <span className="surface flex h-6 w-10 items-center rounded-full bg-edge p-0.5 transition-colors group-aria-checked:bg-brand">
        <span className="surface size-5 rounded-full bg-paper transition-transform group-aria-checked:translate-x-4" />
      </span>
      <span className="w-[3.5rem] text-left">{visible ? 'Visible' : 'Oculto'}</span>
      <span className="sr-only">: {name}</span>
    </button>
  )
}

function DeleteButton({ image: { _id, name } }: { image: CarouselImage }) {
  const { revalidate } = useRevalidator()
  const saved = useSaved()
  const { run, working } = useAction(
    async () => saved('Borrado!', (await browserApi.deleteCarouselImage({ params: { id: _id } })).message),
    {
      ask: () =>
        notice.confirm({
          title: '¿Estás seguro de borrar la imagen?',
          text: 'No podrás revertir esto.!',
          confirm: 'Si, borrar esto!',
          danger: true,
        }),
      dialog: 'message',
      onRefused: () => revalidate(),
    },
  )

  if (working) return <Icon name="clock" className="m-2.5 size-6 text-soft" />
  return <IconButton icon="trash" label={`Borrar ${name}`} onClick={() => run()} />
}

/** The link of a carousel image, in a modal. A pasted address of this shop becomes its path. */
function LinkForm({ image }: { image: CarouselImage }) {
  const form = useSchemaForm(carouselLinkBody, { link: image.link })
  const submit = useSave(
    form,
    'Actualizado',
    ({ link }) => browserApi.setCarouselLink({ body: { id: image._id, link } }),
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

/** A small carousel image. It has no alternative text, because its name is always beside it. */
export function Thumbnail({ photo, dimmed = false }: { photo: string; dimmed?: boolean }) {
  return (
    <img
      src={imageFile(imageUrl('slide', photo), 320)}
      alt=""
      width={128}
      height={72}
      loading="lazy"
      className={`aspect-video h-auto w-20 shrink-0 min-[24rem]:w-28 rounded-lg bg-mint object-cover transition-opacity sm:w-32 ${dimmed ? 'opacity-50' : ''}`}
    />
  )
}
