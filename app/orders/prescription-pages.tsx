import type { Order } from '#contract/orders.ts'
import { PrescriptionImage } from './prescription-image.tsx'
import { fetchPage } from './private-image.tsx'

export function PrescriptionPages({ order }: { order: Order }) {
  const { pages, sent } = order.prescription
  if (!sent) return null
  if (pages.length === 0)
    return <p className="text-soft">Las imágenes de la receta se borraron al cumplirse su plazo.</p>
  return (
    <ol aria-label="Páginas enviadas" className="grid gap-6">
      {pages.map((file, index) => (
        <li key={file} className="grid gap-2">
          {pages.length > 1 && (
            <p className="font-semibold text-sm">
              Página {index + 1} de {pages.length}
            </p>
          )}
          <PrescriptionImage
            file={file}
            fetchImage={fetchPage}
            alt={`Receta del pedido N° ${order.nro_delivery}, página ${index + 1}`}
          />
        </li>
      ))}
    </ol>
  )
}
