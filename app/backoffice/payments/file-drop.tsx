import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'

/** Whether files are dragged anywhere but over a file field. */
const isOurs = ({ dataTransfer, target }: DragEvent) =>
  dataTransfer?.types.includes('Files') === true &&
  !(target instanceof HTMLInputElement && target.type === 'file')

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Takes a file that is dropped anywhere on the screen, except on a file field, which takes it itself. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!isOurs(event)) return
      // Without this the browser would open the dropped file in place of the screen.
      event.preventDefault()
      if (isDialogOpen()) event.dataTransfer!.dropEffect = 'none'
      else setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!isOurs(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file && !isDialogOpen()) latest.current(file)
    }
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-4 z-50 grid place-items-center rounded-lg border-2 border-brand border-dashed bg-mint/90">
      <p className="flex items-center gap-3 font-semibold text-brand text-lg">
        <Icon name="upload" />
        Suelta la cartola aquí
      </p>
    </div>
  )
}
