import { type RefObject, useEffect, useRef, useState } from 'react'
import { store } from '#store'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

export function Visit() {
  const { address, hours, phone, email } = store
  return (
    <section id="contacto" aria-labelledby="visit-title" className="-scroll-mt-8 bg-mint">
      <div className="frame grid gap-8 py-6 md:py-16 lg:grid-cols-[1fr_1.5fr] lg:gap-12">
        <div className="grid content-start gap-6">
          <h2 id="visit-title" className="text-xl">
            Visítanos o escríbenos
          </h2>
          <Fact icon="map-pin" title="Dirección">
            <address className="not-italic">
              {address.street}
              <br />
              {address.city}, {address.region}
            </address>
            <a href={mapUrl} target="_blank" rel="noreferrer" className="link">
              Ver en OpenStreetMap
            </a>
          </Fact>
          <Fact icon="clock" title="Horario">
            {hours.map((line) => (
              <p key={line.days}>
                {line.days}: <span className="tabular-nums">{line.hours}</span>
              </p>
            ))}
          </Fact>
          <Fact icon="phone" title="Teléfono">
            <PhoneLink phone={phone} />
          </Fact>
          <Fact icon="mail" title="Correo">
            <a href={`mailto:${email}`} className="break-words underline">
              {email}
            </a>
          </Fact>
        </div>
        <LazyContact />
        <div className="grid lg:col-span-2">
          <LazyMap />
        </div>
      </div>
    </section>
  )
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-paper text-brand">
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </div>
  )
}

const loadForm = () => import('../contact/contact-form.tsx').then(({ ContactForm }) => ContactForm)

/** The contact form, loaded when it is about to be visible: its validation is too large for the first load. */
function LazyContact() {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const Form = useLazyPart(loadForm, { needed: useNearView(box, 400), onFailure: () => setFailed(true) })
  return (
    <section aria-labelledby="contact-title" className="card relative overflow-clip p-4 sm:p-6">
      <h3 id="contact-title" className="font-semibold text-lg">
        Envíanos un mensaje
      </h3>
      <p className="mt-1 mb-4 text-soft">Te responderemos a tu correo.</p>
      {/* The box is as tall as the form, so that nothing below moves when the form appears. */}
      <div ref={box} className="min-h-[28.5rem] sm:min-h-[22.5rem]">
        {Form && <Form />}
        {failed && <p role="alert">No pudimos cargar el formulario. Recarga la página.</p>}
      </div>
    </section>
  )
}

const { latitude, longitude } = store.location

const mapUrl = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

const loadDrawing = () => import('./map.ts').then(({ drawMap }) => drawMap)

/** A map, loaded when it is about to be visible. The address is shown until then, and after a failure. */
function LazyMap() {
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

/** Whether an element has been in the window, or within `margin` pixels of it. */
function useNearView(element: RefObject<HTMLElement | null>, margin: number): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        setIsNear(true)
      },
      { rootMargin: `${margin}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin])
  return isNear
}
