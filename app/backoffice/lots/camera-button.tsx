import { useCallback, useState } from 'react'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

/** Whether this browser reads barcodes by its camera. */
const hasCamera = () => 'BarcodeDetector' in window && navigator.mediaDevices !== undefined

/** Scans with the phone's camera, where the browser can. Several packs can be scanned one after the other. */
export function CameraButton({ onCode }: { onCode: (code: string) => unknown }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  const load = useCallback(() => import('./camera.tsx'), [])
  const part = useLazyPart(load, {
    needed: open,
    onFailure: () => setFailure('La cámara no se pudo cargar. Intenta nuevamente.'),
  })
  if (!hydrated || !hasCamera()) return null
  return (
    <>
      <Button look="secondary" icon="camera" onClick={() => setOpen(true)}>
        Escanear con la cámara
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="Escanear con la cámara">
        {open && (part ? <part.Camera onCode={onCode} /> : <p>{failure ?? 'Abriendo la cámara…'}</p>)}
      </Modal>
    </>
  )
}
