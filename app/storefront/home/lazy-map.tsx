import { useEffect, useRef, useState } from 'react'
import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'

const { latitude, longitude } = store.location

/** The same place where no map can be drawn. */
export const mapUrl = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** A map that is fetched when it is about to be seen; until then, and if it never comes, the place in words. */
export function LazyMap() {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let close: (() => void) | undefined
    let left = false
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        import('./map.ts').then(
          ({ drawMap }) => {
            if (left) return
            close = drawMap(element, [latitude, longitude], `${store.name}, ${store.address.street}`, () =>
              setShown(true),
            )
          },
          () => undefined,
        )
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => {
      left = true
      observer.disconnect()
      close?.()
    }
  }, [])

  return (
    <section
      aria-label="Mapa"
      className="relative isolate min-h-80 overflow-clip rounded-lg border border-line bg-mint-deep"
    >
      {!shown && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center">
          <Icon name="map-pin" className="size-10 text-brand" />
          <p className="font-semibold">{store.address.street}</p>
          <p className="text-soft">{store.address.city}</p>
        </div>
      )}
      <div ref={box} className={`absolute inset-0 ${shown ? '' : 'invisible'}`} />
    </section>
  )
}
