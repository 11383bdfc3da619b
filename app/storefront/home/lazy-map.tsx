import { useEffect, useRef, useState } from 'react'
import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'

const { latitude, longitude } = store.location

/** The pharmacy on OpenStreetMap's own site. */
export const mapUrl = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** A map, loaded when it is about to be visible. Until then, and if it fails, the address is shown. */
export function LazyMap() {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let remove: (() => void) | undefined
    let unmounted = false
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        import('./map.ts').then(
          ({ drawMap }) => {
            if (unmounted) return
            remove = drawMap(element, [latitude, longitude], `${store.name}, ${store.address.street}`, () =>
              setDrawn(true),
            )
          },
          () => undefined,
        )
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => {
      unmounted = true
      observer.disconnect()
      remove?.()
    }
  }, [])

  return (
    <section
      aria-label="Mapa"
      className="relative isolate min-h-80 overflow-clip rounded-lg border border-line bg-mint-deep"
    >
      {!drawn && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center">
          <Icon name="map-pin" className="size-10 text-brand" />
          <p className="font-semibold">{store.address.street}</p>
          <p className="text-soft">{store.address.city}</p>
        </div>
      )}
      {/* Leaflet adds its classes to the box, which React would take away with its own. */}
      <div className={drawn ? '' : 'invisible'}>
        <div ref={box} className="absolute inset-0" />
      </div>
    </section>
  )
}
