import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'

/** Spec §9. */
const AUTOPLAY_MS = 3_000
/** A finger that moves less than this only touches. */
const SWIPE_PX = 40
const WIDTHS = [640, 1280, 1920]

export type Slide = { id: string; photo: string; name: string }

/** The whole image, 8 by 3; on a phone its middle, which is where its words are. */
const shape = 'aspect-[2/1] w-full rounded-lg sm:aspect-[8/3]'
const label = 'Servicios de la farmacia'

/** The images of the home page: one at a time, by themselves, until somebody points at them or presses pause. */
export function Carousel({ slides }: { slides: Slide[] }) {
  if (slides.length === 0) return <ComingSoon />
  return <Rotating slides={slides} />
}

function Rotating({ slides }: { slides: Slide[] }) {
  const many = slides.length > 1
  const [selected, setSelected] = useState(0)
  // Both as the server draws it: the first image alone, standing still. The browser takes it from there.
  const [ready, setReady] = useState(false)
  const [paused, setPaused] = useState(true)
  const [held, setHeld] = useState(false)
  const touch = useRef<number>(undefined)

  const show = (index: number) => setSelected((index + slides.length) % slides.length)

  useEffect(() => {
    setReady(true)
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(false)
  }, [])

  useEffect(() => {
    if (!many || paused || held) return
    const timer = setTimeout(() => setSelected((selected + 1) % slides.length), AUTOPLAY_MS)
    return () => clearTimeout(timer)
  }, [many, paused, held, selected, slides.length])

  return (
    <section
      aria-roledescription="carrusel"
      aria-label={label}
      className="frame py-6 md:py-10"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="relative">
        <div
          className="grid touch-pan-y"
          onPointerDown={(event) => {
            touch.current = event.clientX
          }}
          onPointerUp={(event) => {
            const moved = event.clientX - (touch.current ?? event.clientX)
            touch.current = undefined
            if (many && Math.abs(moved) >= SWIPE_PX) show(selected - Math.sign(moved))
          }}
        >
          {slides.map((slide, index) => (
            <figure
              key={slide.id}
              aria-label={`${index + 1} de ${slides.length}`}
              className={`col-start-1 row-start-1 transition-[opacity,visibility] duration-500 ${index === selected ? '' : 'invisible opacity-0'}`}
            >
              {(ready || index === 0) && <Image slide={slide} first={index === 0} />}
            </figure>
          ))}
        </div>
        {many && (
          <>
            <Arrow
              icon="chevron-left"
              says="Imagen anterior"
              onClick={() => show(selected - 1)}
              side="left-0 sm:left-4"
            />
            <Arrow
              icon="chevron-right"
              says="Imagen siguiente"
              onClick={() => show(selected + 1)}
              side="right-0 sm:right-4"
            />
            <div className="mt-2 flex items-center justify-center">
              {slides.map((slide, index) => (
                <button
                  key={slide.id}
                  type="button"
                  aria-label={`Ir a la imagen ${index + 1}`}
                  aria-current={index === selected}
                  onClick={() => show(index)}
                  className="group grid h-11 min-w-7 place-items-center rounded-lg px-1"
                >
                  <span className="h-2.5 w-2.5 rounded-full bg-leaf transition-[width] group-aria-[current=true]:w-7 group-aria-[current=true]:bg-brand" />
                </button>
              ))}
              <button
                type="button"
                aria-label={paused ? 'Reanudar las imágenes' : 'Pausar las imágenes'}
                onClick={() => setPaused(!paused)}
                className="ml-2 grid size-11 place-items-center rounded-full text-brand hover:bg-mint"
              >
                <Icon name={paused ? 'play' : 'pause'} className="size-5" />
              </button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

function Image({ slide, first }: { slide: Slide; first: boolean }) {
  const address = `/api/admin/image/${encodeURIComponent(slide.photo)}`
  return (
    <img
      src={`${address}?width=1280`}
      srcSet={WIDTHS.map((width) => `${address}?width=${width} ${width}w`).join(', ')}
      sizes="(width >= 78rem) 74rem, calc(100vw - 2rem)"
      alt={altOf(slide.name)}
      width={1920}
      height={720}
      fetchPriority={first ? 'high' : 'low'}
      decoding="async"
      draggable={false}
      className={`${shape} h-auto bg-mint object-cover`}
    />
  )
}

/** `toma-de-presion.png` → `toma de presion`: a file's name is all that an image says of itself. */
const altOf = (name: string) => name.replace(/\.\w{2,5}$/, '').replace(/[-_]+/g, ' ')

/** Over the image where there is room, beside the dots on a phone, where it would hide the words. */
function Arrow({
  icon,
  says,
  onClick,
  side,
}: {
  icon: IconName
  says: string
  onClick: () => void
  side: string
}) {
  return (
    <button
      type="button"
      aria-label={says}
      onClick={onClick}
      className={`absolute bottom-0 grid size-11 place-items-center rounded-full bg-paper/90 text-brand transition-colors hover:bg-mint sm:bottom-[calc(50%+0.25rem)] sm:shadow ${side}`}
    >
      <Icon name={icon} />
    </button>
  )
}

/** What shows when no image is visible (spec §2). */
function ComingSoon() {
  return (
    <section aria-label={label} className="frame py-6 md:py-10">
      <div className={`${shape} grid place-items-center bg-brand text-white`}>
        <p className="text-xl sm:text-2xl">proximamente</p>
      </div>
    </section>
  )
}
