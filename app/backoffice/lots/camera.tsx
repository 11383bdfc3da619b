import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHydrated } from '../../browser/external-store.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'data_matrix']
const LOOK_EVERY_MS = 200
/** A pack that stays in front of the camera is read once. After this time out of sight the same code is another pack. */
const SAME_PACK_MS = 1_500

/** The camera's picture, in which codes are found. */
function Camera({ onCode }: { onCode: (code: string) => unknown }) {
  const video = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState('Apunta la cámara al código.')
  const read = useEffectEvent(onCode)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout>
    let stream: MediaStream | undefined
    let last = { code: '', at: 0 }
    const Class = (window as unknown as { BarcodeDetector: DetectorClass }).BarcodeDetector
    const detector = new Class({ formats: FORMATS })

    async function look() {
      const found = await detector.detect(video.current!).catch(() => [])
      if (isGone) return
      const code = found[0]?.rawValue
      if (code) {
        const isSame = code === last.code && Date.now() - last.at < SAME_PACK_MS
        last = { code, at: Date.now() }
        if (!isSame) setSaid(read(code) === false ? 'No se pudo leer este código.' : `Leído: ${code}`)
      }
      timer = setTimeout(look, LOOK_EVERY_MS)
    }

    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      async (opened) => {
        stream = opened
        if (isGone) return stop()
        video.current!.srcObject = opened
        await video.current!.play()
        void look()
      },
      () => setSaid('El navegador no deja usar la cámara. Permítela en sus ajustes e intenta nuevamente.'),
    )
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <div className="grid gap-3">
      <video ref={video} muted playsInline className="aspect-[4/3] w-full rounded-lg bg-ink object-cover" />
      <p role="status" className="wrap-anywhere font-semibold">
        {said}
      </p>
    </div>
  )
}

/** Whether this browser reads barcodes by its camera. */
const hasCamera = () => 'BarcodeDetector' in window && navigator.mediaDevices !== undefined

/** Scans with the phone's camera, where the browser can. Several packs can be scanned one after the other. */
export function CameraButton({ onCode }: { onCode: (code: string) => unknown }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  if (!hydrated || !hasCamera()) return null
  return (
    <>
      <Button look="secondary" icon="camera" onClick={() => setOpen(true)}>
        Escanear con la cámara
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="Escanear con la cámara">
        {open && <Camera onCode={onCode} />}
      </Modal>
    </>
  )
}
