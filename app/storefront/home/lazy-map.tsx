import { useEffect, useRef, useState } from 'react'
import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useNearView } from '../../ui/use-near-view.ts'

const { latitude, longitude } = store.location

/** The URL of the pharmacy on OpenStreetMap's site. */
export const mapUrl = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

const loadDrawing = () => import('./map.ts').then(({ drawMap }) => drawMap)

/** A map, loaded when it is about to be visible. The address is shown until then, and after a failure. */
export function LazyMap() {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  const drawMap = useLazyPart(loadDrawing, { needed: useNearView(box, 200) })

  useEffect(() => {
    if (!box.current || !drawMap) return
    return drawMap(box.current, [latitude, longitude], `${store.name}, ${store.address.street}`, () =>
      setDrawn(true),
    )
  }, [drawMap])

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
      {/* The class changes outside the box: React would remove the classes that Leaflet adds to the box. */}
      <div className={drawn ? '' : 'invisible'}>
        <div ref={box} className="absolute inset-0" />
      </div>
    </section>
  )
}
