import { IconButton } from '../ui/button.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { fileKey } from './image-selection.ts'

/** The images that are chosen but not sent, each with a preview and a button that removes it from the selection. */
export function ChosenImages({
  label,
  files,
  disabled,
  shape = 'aspect-video w-24',
  onRemove,
}: {
  label: string
  files: readonly File[]
  disabled: boolean
  /** Classes with the preview's proportions. */
  shape?: string
  onRemove: (file: File) => void
}) {
  if (files.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-2">
      {files.map((file) => (
        <Chosen
          key={fileKey(file)}
          file={file}
          shape={shape}
          disabled={disabled}
          onRemove={() => onRemove(file)}
        />
      ))}
    </ul>
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
