import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icons.tsx'
import { useObjectUrl } from './object-url.ts'

/**
 * The browser's file input, invisible over a `relative` box, because its text is in the browser's language. Pressing, dropping
 * and the keyboard work as usual. Closing the file chooser without a choice changes nothing.
 */
export function FileInput({
  onFiles,
  ...rest
}: { onFiles: (files: File[]) => void } & Omit<
  React.ComponentProps<'input'>,
  'type' | 'className' | 'onChange' | 'onClick'
>) {
  return (
    <input
      accept="image/*"
      {...rest}
      type="file"
      // An empty input reports a change even when the same file is chosen again.
      onClick={(event) => {
        event.currentTarget.value = ''
      }}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        // The caller lists the files. The input is emptied, so that a file removed from that list can be dropped again.
        if (rest.multiple) event.target.value = ''
        if (files.length > 0) onFiles(files)
      }}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
  )
}

/**
 * A field for one image, with a preview and a button to remove it. It takes react-hook-form's controlled `field`, or any
 * `value` and `onChange`. For other files set `prompt`, `chosen` and `preview`; for several at once `multiple` and `onFiles`.
 */
export function FileField({
  label,
  error,
  hint,
  className,
  required,
  value,
  onChange,
  onFiles = ([file]) => file && onChange?.(file),
  prompt = value ? 'Cambiar imagen' : 'Elegir imagen',
  chosen = value ? `${value.name} (${sizeOf(value)})` : 'Ninguna imagen elegida',
  preview = true,
  ...input
}: {
  label: string
  error?: string | undefined
  hint?: string
  className?: string
  value?: File | null | undefined
  onChange?: (file: File | null) => void
  onFiles?: (files: File[]) => void
  prompt?: string
  chosen?: string
  preview?: boolean
} & Omit<React.ComponentProps<typeof FileInput>, 'value' | 'onFiles'>) {
  const words = useId()
  return (
    <Field label={label} error={error} hint={hint} className={className} required={required}>
      {(control) => (
        <div className="relative flex min-h-20 items-center gap-4 rounded-lg border border-edge border-dashed bg-page p-3 transition-colors has-[input:focus-visible]:outline-3 has-[input:hover]:border-ink has-[input[aria-invalid]]:border-coral has-[input:focus-visible]:outline-brand">
          <FileInput
            {...input}
            {...control}
            required={required}
            aria-describedby={[words, control['aria-describedby']].filter(Boolean).join(' ')}
            onFiles={onFiles}
          />
          {preview ? (
            <Preview file={value} />
          ) : (
            <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-mint text-brand">
              <Icon name="upload" />
            </span>
          )}
          <p id={words} className="min-w-0 flex-1">
            <span className="block font-semibold text-brand">{prompt}</span>
            {chosen && <span className="block text-sm text-soft [overflow-wrap:anywhere]">{chosen}</span>}
          </p>
          {preview && value && (
            <IconButton
              icon="trash"
              label="Quitar imagen"
              onClick={(event) => {
                const input = event.currentTarget.parentElement?.querySelector('input')
                // Emptied, so that the same file can be dropped again. This button disappears: the focus moves to the input.
                if (input) input.value = ''
                input?.focus()
                onChange?.(null)
              }}
              className="relative"
            />
          )}
        </div>
      )}
    </Field>
  )
}

function Preview({ file }: { file: File | null | undefined }) {
  const url = useObjectUrl(file)
  const [broken, setBroken] = useState<string>()
  return (
    <span className="grid size-18 shrink-0 place-items-center overflow-clip rounded-lg bg-mint text-brand">
      {url && url !== broken ? (
        <img
          src={url}
          alt="Vista previa"
          width={72}
          height={72}
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      ) : (
        <Icon name={file ? 'image' : 'camera'} />
      )}
    </span>
  )
}

/** A file's size for people: 850 kB, 3,4 MB. */
function sizeOf({ size }: File): string {
  const [value, unit] = size < 1_000_000 ? [size / 1_000, 'kB'] : [size / 1_000_000, 'MB']
  return `${value.toLocaleString('es-CL', { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`
}
