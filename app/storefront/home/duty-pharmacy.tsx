import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'

/** A link to the government's finder, since the shop has no data about duty pharmacies. */
export function DutyPharmacy() {
  return (
    <section id="farmacia-turno" aria-labelledby="turno-title" className="frame -scroll-mt-8 py-6 md:py-16">
      <div className="on-dark grid items-center gap-6 rounded-lg bg-panel p-6 text-white sm:p-10 md:grid-cols-[auto_1fr_auto]">
        <span className="grid size-14 place-items-center rounded-full bg-white/15">
          <Icon name="clock" className="size-7" />
        </span>
        <div>
          <h2 id="turno-title" className="text-xl">
            Farmacia de Turno
          </h2>
          <p className="mt-1 max-w-prose text-white/85">
            ¿Necesitas una farmacia abierta ahora? Consulta el buscador del Ministerio de Salud.
          </p>
        </div>
        <a
          href={store.dutyPharmacyUrl}
          target="_blank"
          rel="noreferrer"
          className="surface inline-flex min-h-11 items-center justify-center gap-2 rounded-lg bg-white px-5 py-2 font-semibold text-night transition-colors hover:bg-white/85"
        >
          Buscar farmacia de turno
          <Icon name="external" className="size-5" />
          <span className="sr-only">(se abre en otra pestaña)</span>
        </a>
      </div>
    </section>
  )
}
