import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import { imageFile, imageUrl } from '../../ui/image-url.ts'
import { Picture } from '../../ui/picture.tsx'

const AUTOPLAY_MS = 3_000
/** A shorter movement of the finger is no swipe. */
const SWIPE_PX = 40
const WIDTHS = [640, 1280, 1920]

/** `link` is a path of the shop, or empty. */
type Slide = { id: string; photo: string; name: string; link: string }

/** 8 by 3 shows the whole image; on a phone 2 by 1 shows its middle, with the text. */
const shape = 'aspect-[2/1] w-full rounded-lg sm:aspect-[8/3]'
const LABEL = 'Servicios de la farmacia'

const ARROWS = [
  { step: -1, label: 'Imagen anterior', icon: 'chevron-left', side: 'left-0 sm:left-4' },
  { step: 1, label: 'Imagen siguiente', icon: 'chevron-right', side: 'right-0 sm:right-4' },
] as const

/** The home page's images, one at a time. Hover, focus and a button pause it. */
export function Carousel({ slides }: { slides: Slide[] }) {
  const many = slides.length > 1
  const [selected, setSelected] = useState(0)
  // The server renders the first image alone and paused; an effect in the browser adds the others and starts it.
  const [hydrated, setHydrated] = useState(false)
  const [paused, setPaused] = useState(true)
  const [hoveredOrFocused, setHoveredOrFocused] = useState(false)
  const pointerStart = useRef<number>(undefined)
  const swiped = useRef(false)

  const show = (index: number) => setSelected((index + slides.length) % slides.length)

  useEffect(() => {
    setHydrated(true)
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(false)
  }, [])

  useEffect(() => {
    if (!many || paused || hoveredOrFocused) return
    const timer = setTimeout(() => setSelected((selected + 1) % slides.length), AUTOPLAY_MS)
    return () => clearTimeout(timer)
  }, [many, paused, hoveredOrFocused, selected, slides.length])

  if (slides.length === 0)
    return (
      <section aria-label={LABEL} className="frame py-4 md:py-10">
        <div className={`${shape} grid place-items-center bg-panel text-white`}>
          <p className="text-xl sm:text-2xl">proximamente</p>
        </div>
      </section>
    )
  return (
    <section
      aria-roledescription="carrusel"
      aria-label={LABEL}
      className="frame py-4 md:py-10"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHoveredOrFocused(true)}
      onPointerLeave={() => setHoveredOrFocused(false)}
      // A tapped arrow keeps the focus, without the ring: it must not pause the images for good.
      onFocus={({ target }) => target.matches(':focus-visible') && setHoveredOrFocused(true)}
      onBlur={() => setHoveredOrFocused(false)}
    >
      <div className="relative">
        <div
          className="grid touch-pan-y"
          onPointerDown={(event) => {
            pointerStart.current = event.clientX
            swiped.current = false
          }}
          onPointerUp={(event) => {
            const moved = event.clientX - (pointerStart.current ?? event.clientX)
            pointerStart.current = undefined
            swiped.current = many && Math.abs(moved) >= SWIPE_PX
            if (swiped.current) show(selected - Math.sign(moved))
          }}
          // A swipe that ends on a link doesn't follow it.
          onClickCapture={(event) => swiped.current && event.preventDefault()}
        >
          {slides.map((slide, index) => (
            <figure
              key={slide.id}
              aria-label={`${index + 1} de ${slides.length}`}
              className={`col-start-1 row-start-1 transition-[opacity,visibility] duration-500 ${index === selected ? '' : 'invisible opacity-0'}`}
            >
              {(hydrated || index === 0) && <Image slide={slide} first={index === 0} />}
            </figure>
          ))}
        </div>
        {many && (
          <>
            {ARROWS.map(({ step, label, icon, side }) => (
              // On a phone beside the dots, because it would hide the image's text.
              <button
                key={label}
                type="button"
                aria-label={label}
                onClick={() => show(selected + step)}
                className={`absolute bottom-0 grid size-11 place-items-center rounded-full bg-paper/90 text-brand transition-colors hover:bg-mint sm:top-4 sm:bottom-auto sm:shadow ${side}`}
              >
                <Icon name={icon} />
              </button>
            ))}
            <div className="mt-2 flex flex-wrap items-center justify-center max-sm:px-12">
              {slides.map((slide, index) => (
                <button
                  key={slide.id}
                  type="button"
                  aria-label={`Ir a la imagen ${index + 1}`}
                  aria-current={index === selected}
                  onClick={() => show(index)}
                  className="group grid h-11 min-w-7 place-items-center rounded-lg px-1"
                >
                  <span className="surface h-2.5 w-2.5 rounded-full bg-edge transition-[width] group-aria-[current=true]:w-7 group-aria-[current=true]:bg-brand" />
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

function Image({ slide: { photo, name, link }, first }: { slide: Slide; first: boolean }) {
  const url = imageUrl('slide', photo)
  const image = (
    <Picture
      url={url}
      widths={WIDTHS}
      src={imageFile(url, 1280)}
      sizes="(width >= 78rem) 74rem, calc(100vw - 2rem)"
      alt={altOf(name)}
      width={1920}
      height={720}
      fetchPriority={first ? 'high' : 'low'}
      decoding="async"
      draggable={false}
      className={`${shape} h-auto bg-mint object-cover`}
    />
  )
  if (!link) return image
  return (
    <Link to={link} draggable={false} className="block rounded-lg">
      {image}
    </Link>
  )
}

/** `toma-de-presion.png` → `toma de presion`: the file's name is the only description of an image. */
const altOf = (name: string) => name.replace(/\.\w{2,5}$/, '').replace(/[-_]+/g, ' ')
