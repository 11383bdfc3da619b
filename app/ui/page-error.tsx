import { href, useLocation } from 'react-router'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icons.tsx'

/** Shown in place of a screen that failed, with buttons to reload it or go home. */
export function PageError() {
  const { pathname } = useLocation()
  return (
    <section className="mx-auto grid max-w-prose justify-items-center gap-4 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-coral-pale text-coral">
        <Icon name="warning" className="size-8" />
      </span>
      <h1 className="text-xl">No pudimos mostrar esta página</h1>
      <p className="text-soft">
        Puede ser un problema pasajero de la conexión o del servidor. Intenta nuevamente en unos momentos.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Intentar nuevamente</Button>
        {pathname !== href('/') && (
          <LinkButton to={href('/')} look="secondary" reloadDocument>
            Volver al inicio
          </LinkButton>
        )}
      </div>
    </section>
  )
}
