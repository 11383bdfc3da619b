import { store } from '#store'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { LazyContact } from '../contact/lazy-contact.tsx'
import { LazyMap, mapUrl } from './lazy-map.tsx'

/** Address, opening hours, phone and e-mail, with the contact form and the map. */
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
            <a href={mapUrl} target="_blank" rel="noreferrer" className="font-semibold text-brand underline">
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
