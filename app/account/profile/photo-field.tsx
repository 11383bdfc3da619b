import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useObjectUrl } from '../../ui/object-url.ts'
import { photoUrl } from '../profile-photo.ts'

/** The profile's photo with a file input for another photo, shown as a preview until it is saved. `children` is the user's name. */
export function PhotoField({
  current,
  value,
  error,
  onChange,
  children,
  ...input
}: {
  current: string
  value: File | null
  error: string | undefined
  onChange: (file: File | null) => void
  children: React.ReactNode
} & Pick<React.ComponentProps<'input'>, 'name' | 'onBlur' | 'ref'>) {
  const chosen = useObjectUrl(value)
  // The URL of a photo that this browser can't draw, although the server may: the photo stays chosen, with an icon as preview.
  const [broken, setBroken] = useState<string>()
  const src = chosen ?? photoUrl(current, 320)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <span className="grid size-28 shrink-0 place-items-center overflow-clip rounded-full border border-line bg-mint text-brand">
        {src === broken ? (
          <Icon name="user" className="size-12" />
        ) : (
          <img
            src={src}
            alt={chosen ? 'Vista previa de la foto nueva' : 'Foto de perfil'}
            width={112}
            height={112}
            onError={() => setBroken(src)}
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="grid min-w-0 flex-1 basis-56 gap-2">
        <p className="break-words font-semibold text-lg">{children}</p>
        <div className="flex flex-wrap items-center gap-2">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is FileInput. */}
          <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-brand bg-paper px-5 py-2 font-semibold text-brand has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-2 hover:bg-mint">
            <Icon name="camera" className="size-5" />
            Cambiar foto
            <FileInput
              {...input}
              aria-invalid={error ? true : undefined}
              aria-describedby="foto-ayuda foto-error"
              onFiles={([file]) => file && onChange(file)}
            />
          </label>
          {value && (
            <Button
              look="quiet"
              onClick={(event) => {
                const input = event.currentTarget.parentElement?.querySelector('input')
                if (input) input.value = ''
                input?.focus()
                onChange(null)
              }}
            >
              Deshacer
            </Button>
          )}
        </div>
        <p id="foto-ayuda" className="text-sm text-soft [overflow-wrap:anywhere]">
          {value ? `${value.name}: se guarda al actualizar tu información.` : 'Una imagen de hasta 8 MB.'}
        </p>
        <FieldError id="foto-error" error={error} />
      </div>
    </div>
  )
}
