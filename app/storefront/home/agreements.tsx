import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'

/** Links to the four partner programmes. */
export function Agreements() {
  return (
    <section id="agreements-main" aria-labelledby="agreements-title" className="-scroll-mt-8 bg-sand">
      <div className="frame py-6 md:py-16">
        <h2 id="agreements-title" className="text-xl">
          Convenios
        </h2>
        <p className="mt-2 max-w-prose text-soft">Revisa las condiciones de cada convenio en su sitio.</p>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {store.agreements.map(({ name, description, url }) => (
            <li key={name}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="card group grid h-full content-start gap-2 p-5 transition-shadow hover:shadow"
              >
                <span className="flex items-start justify-between gap-3">
                  <span className="font-semibold group-hover:text-brand">{name}</span>
                  <Icon name="external" className="mt-0.5 size-5 text-brand" />
                </span>
                <span className="text-soft">{description}</span>
                <span className="sr-only">(se abre en otra pestaña)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
