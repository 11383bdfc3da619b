import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icons.tsx'
import { useObjectUrl } from './object-url.ts'

/**
 * One image to send: pressed, dropped on or reached by the keyboard, since the browser's own input lies over all of it.
 * Shows what was chosen before it travels. Give it react-hook-form's controlled `field`, or any value and `onChange`.
 */
export function FileField({
  label,
  error,
  hint,
  className,
  required,
  value,
  onChange,
  onBlur,
  name,
  ref,
  accept = 'image/*',
}: {
  label: string
  error?: string | undefined
  hint?: string
  className?: string
  required?: boolean
  value: File | null | undefined
  onChange: (file: File | null) => void
  onBlur?: () => void
  name?: string
  ref?: React.Ref<HTMLInputElement>
  accept?: string
}) {
  const words = useId()
  return (
    <Field label={label} error={error} hint={hint} className={className} required={required}>
      {(control) => (
        <div className="relative flex min-h-24 items-center gap-4 rounded-lg border border-edge border-dashed bg-page p-3 transition-colors has-[input:focus-visible]:outline-3 has-[input:hover]:border-ink has-[input[aria-invalid]]:border-coral has-[input:focus-visible]:outline-brand">
          <input
            {...control}
            ref={ref}
            type="file"
            name={name}
            accept={accept}
            required={required}
            aria-describedby={[words, control['aria-describedby']].filter(Boolean).join(' ')}
            onBlur={onBlur}
            // A closed chooser brings nothing: what was there stays.
            onChange={(event) => event.target.files?.[0] && onChange(event.target.files[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Preview file={value} />
          <p id={words} className="min-w-0 flex-1">
            <span className="block font-semibold text-brand">
              {value ? 'Cambiar imagen' : 'Elegir imagen'}
            </span>
            <span className="block text-sm text-soft [overflow-wrap:anywhere]">
              {value ? `${value.name} (${sizeOf(value)})` : 'Ninguna imagen elegida'}
            </span>
          </p>
          {value && (
            <IconButton
              icon="trash"
              label="Quitar imagen"
              onClick={(event) => {
                const input = event.currentTarget.parentElement?.querySelector('input')
                // Emptied, so that the same file can be chosen again; this button is about to go, the focus stays here.
                if (input) input.value = ''
                input?.focus()
                onChange(null)
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

/** In words for people: 850 kB, 3,4 MB. */
function sizeOf({ size }: File): string {
  const [value, unit] = size < 1_000_000 ? [size / 1_000, 'kB'] : [size / 1_000_000, 'MB']
  return `${value.toLocaleString('es-CL', { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`
}
