import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Takes a file that is dropped anywhere on the screen, except on a file field, which takes it itself. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const isOurs = (event: DragEvent) => hasFiles(event) && !document.querySelector('dialog[open]')
    const drag = (event: DragEvent) => {
      if (!isOurs(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (!isOurs(event) || !file) return
      event.preventDefault()
      latest.current(file)
    }
    const listeners = { dragover: drag, dragleave: leave, drop }
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener)
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
