import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { fetchPage, PrivateImage } from '../../orders/private-image.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useZoom } from '../../ui/use-zoom.ts'

/**
 * The pages of a prescription, one at a time and large, to be turned and zoomed: by buttons, the keys + - 0, the wheel, two fingers and a
 * double click.
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
  const { view, picture, zoom, zoomBy, isSmallest, isLargest, handlers } = useZoom()

  function show(page: number) {
    setIndex(page)
    setVisited((before) => (before.includes(page) ? before : [...before, page]))
    setTurns(0)
    zoomBy(0)
  }

  function onKeyDown({ key }: React.KeyboardEvent) {
    if (key === '+' || key === '=') zoomBy(1.5)
    if (key === '-') zoomBy(1 / 1.5)
    if (key === '0') zoomBy(0)
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
        <span className="ml-auto flex items-center">
          <IconButton icon="rotate" label="Girar" onClick={() => setTurns(turns + 1)} />
          <IconButton icon="zoom-out" label="Alejar" disabled={isSmallest} onClick={() => zoomBy(1 / 1.5)} />
          <output aria-label="Aumento" className="w-12 text-center text-sm tabular-nums max-sm:sr-only">
            {Math.round(zoom * 100)}%
          </output>
          <IconButton icon="zoom-in" label="Acercar" disabled={isLargest} onClick={() => zoomBy(1.5)} />
        </span>
      </div>
      <section
        ref={view}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        aria-label="Imagen"
        className="h-[55dvh] overflow-auto bg-sand md:h-[calc(100dvh-13rem)]"
      >
        <div
          ref={picture}
          {...handlers}
          className={`relative size-full touch-none select-none [container-type:size] ${isSmallest ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing'}`}
        >
          {visited.map((page) => (
            <div key={pages[page]} hidden={page !== index} className="absolute inset-0">
              <PrivateImage
                file={pages[page] ?? ''}
                fetchImage={fetchPage}
                loading={<Skeleton className="size-full" />}
              >
                {(url) =>
                  url && (
                    <img
                      src={url}
                      onLoad={onShown}
                      draggable={false}
                      alt={`Receta del pedido N° ${order.nro_delivery}, página ${page + 1}`}
                      // A quarter turn swaps the width and the height that the image may fill.
                      style={{ rotate: `${turns * 90}deg` }}
                      className={`absolute top-1/2 left-1/2 max-w-none -translate-x-1/2 -translate-y-1/2 object-contain ${turns % 2 === 1 ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]'}`}
                    />
                  )
                }
              </PrivateImage>
            </div>
          ))}
        </div>
      </section>
    </section>
  )
}
