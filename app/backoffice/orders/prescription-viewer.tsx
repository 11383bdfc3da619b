import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { fetchPage, PrivateImage } from '../../orders/private-image.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useZoom } from '../../ui/use-zoom.tsx'

/**
 * The pages of a prescription, one at a time and large, to be turned and zoomed.
 *
 * @param first the page to begin with, counted from 0
 * @param onShown called once an image is in sight
 */
export function PrescriptionViewer({
  order,
  first,
  onShown,
}: {
  order: Order
  first: number
  onShown: () => void
}) {
  const { pages } = order.prescription
  const [index, setIndex] = useState(first)
  // Pages that were looked at stay loaded, because each loading is audited.
  const [visited, setVisited] = useState<readonly number[]>([first])
  const [turns, setTurns] = useState(0)
  const { view, zoomBy, onKeyDown, buttons } = useZoom()

  function show(page: number) {
    setIndex(page)
    setVisited((before) => (before.includes(page) ? before : [...before, page]))
    setTurns(0)
    zoomBy(0)
  }

  return (
    <section
      aria-label="Páginas de la receta"
      onKeyDown={onKeyDown}
      className="top-0 grid min-w-0 content-start overflow-clip rounded-lg border border-line md:sticky"
    >
      <div className="flex flex-wrap items-center border-line border-b bg-mint px-1">
        <IconButton
          icon="chevron-left"
          label="Página anterior"
          disabled={index === 0}
          onClick={() => show(index - 1)}
        />
        <p role="status" className="whitespace-nowrap text-sm tabular-nums">
          <span className="max-sm:sr-only">Página </span>
          {index + 1} de {pages.length}
        </p>
        <IconButton
          icon="chevron-right"
          label="Página siguiente"
          disabled={index === pages.length - 1}
          onClick={() => show(index + 1)}
        />
        <span className="ml-auto flex items-center max-sm:[&_output]:sr-only">
          <IconButton icon="rotate" label="Girar" onClick={() => setTurns(turns + 1)} />
          {buttons}
        </span>
      </div>
      {view(
        'h-[55dvh] bg-sand md:h-[calc(100dvh-13rem)]',
        visited.map((page) => (
          <div key={pages[page]} hidden={page !== index} className="absolute inset-0">
            <PrivateImage
              file={pages[page] ?? ''}
              fetchImage={fetchPage}
              loading={<Skeleton className="size-full" />}
            >
              {(url) => (
                <img
                  src={url}
                  onLoad={onShown}
                  draggable={false}
                  alt={`Receta del pedido N° ${order.nro_delivery}, página ${page + 1}`}
                  // A quarter turn swaps the width and the height that the image may fill.
                  style={{ rotate: `${turns * 90}deg` }}
                  className={`absolute top-1/2 left-1/2 max-w-none -translate-x-1/2 -translate-y-1/2 object-contain ${turns % 2 === 1 ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]'}`}
                />
              )}
            </PrivateImage>
          </div>
        )),
      )}
    </section>
  )
}
