import { useRef } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import { REQUIRED } from '#contract/messages.ts'
import { IconButton } from '../ui/button.tsx'
import { FileField } from '../ui/file-field.tsx'
import { useObjectUrl } from '../ui/object-url.ts'

/** The values of a form that sends several images. */
export type Images = { files: File[] }

/**
 * The field `files` of a form: several images, chosen at once or one after another, each with a preview and a button that removes it.
 *
 * @param chosenLabel the name of the list of chosen images
 * @param tooMany the message for more than `max` images
 * @param shape classes with the preview's proportions
 */
export function ImagesField({
  control,
  label,
  chosenLabel,
  prompt,
  hint,
  max,
  tooMany,
  sending,
  shape = 'aspect-video w-24',
  onChosen,
}: {
  control: Control<Images>
  label: string
  chosenLabel: string
  prompt: string
  hint: string
  max: number
  tooMany: string
  sending: boolean
  shape?: string
  /** Called when the choice has changed. */
  onChosen?: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const problemOf = (files: readonly File[]) =>
    files.length === 0 ? REQUIRED : files.length > max ? tooMany : problemOfImages(files)
  return (
    <Controller
      control={control}
      name="files"
      rules={{ validate: (files: readonly File[]) => problemOf(files) ?? true }}
      render={({ field: { ref, value: files, onChange, onBlur, name }, fieldState: { error } }) => {
        const choose = (chosen: readonly File[]) => {
          onChange(chosen)
          onChosen?.()
        }
        return (
          <>
            <FileField
              ref={(element) => {
                input.current = element
                ref(element)
              }}
              name={name}
              label={label}
              prompt={files.length > 0 ? prompt : 'Elegir imágenes'}
              chosen={files.length > 0 ? '' : 'Ninguna imagen elegida'}
              preview={false}
              multiple
              required
              disabled={sending}
              hint={hint}
              error={sending ? undefined : error?.message}
              onFiles={(added) => choose(addFiles(files, added))}
              onBlur={onBlur}
            />
            {files.length > 0 && (
              <ul aria-label={chosenLabel} className="grid gap-2">
                {files.map((file) => (
                  <Chosen
                    key={keyOf(file)}
                    file={file}
                    shape={shape}
                    disabled={sending}
                    onRemove={() => {
                      choose(files.filter((other) => other !== file))
                      input.current?.focus()
                    }}
                  />
                ))}
              </ul>
            )}
          </>
        )
      }}
    />
  )
}

function Chosen({
  file,
  shape,
  disabled,
  onRemove,
}: {
  file: File
  shape: string
  disabled: boolean
  onRemove: () => void
}) {
  const url = useObjectUrl(file)
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line p-2">
      <span className={`block shrink-0 overflow-clip rounded-lg bg-mint ${shape}`}>
        {url && <img src={url} alt="" className="size-full object-cover" />}
      </span>
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <IconButton icon="trash" label={`Quitar ${file.name}`} disabled={disabled} onClick={onRemove} />
    </li>
  )
}

const keyOf = ({ name, size }: File) => `${size} ${name}`

/**
 * Adds files to a selection, without duplicates by name and size. The name alone isn't enough: a phone's camera gives every photo
 * the same name.
 */
function addFiles(files: readonly File[], added: readonly File[]): File[] {
  const byKey = new Map(files.map((file) => [keyOf(file), file]))
  for (const file of added) if (!byKey.has(keyOf(file))) byKey.set(keyOf(file), file)
  return [...byKey.values()]
}

/** The reason why these files can't be sent as images. The server checks their content. */
function problemOfImages(files: readonly File[]): string | undefined {
  const other = files.find(({ type }) => !type.startsWith('image/'))
  if (other) return `Solo se permiten imágenes: ${other.name}`
  const large = files.find(({ size }) => size > MAX_FILE_BYTES)
  if (large) return `La imagen pesa más de 8 MB: ${large.name}`
}
