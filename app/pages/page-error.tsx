import { href, isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { ApiError } from '../api/client.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

/** Replaces a screen that failed, in an error boundary, with a link home and a button that loads the screen again. */
export function PageError() {
  const { pathname, search } = useLocation()
  const error = useRouteError()
  const isRefused = error instanceof ApiError || isRouteErrorResponse(error)
  return (
    <section className="mx-auto grid max-w-prose justify-items-center gap-4 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-coral-pale text-coral">
        <Icon name="warning" className="size-8" />
      </span>
      <h1 className="text-xl">No pudimos mostrar esta página</h1>
      <p className="text-soft">
        {isRefused
          ? 'Puede ser un problema pasajero de la conexión o del servidor. Intenta nuevamente en unos momentos.'
          : 'Algo falló de nuestro lado. Puedes volver a cargarla o seguir desde el inicio.'}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {isRefused ? (
          <Button onClick={() => window.location.reload()}>Intentar nuevamente</Button>
        ) : (
          <LinkButton to={pathname + search} reloadDocument>
            Volver a cargar
          </LinkButton>
        )}
        {pathname !== href('/') && (
          <LinkButton to={href('/')} look="secondary" reloadDocument>
            Volver al inicio
          </LinkButton>
        )}
      </div>
    </section>
  )
}
