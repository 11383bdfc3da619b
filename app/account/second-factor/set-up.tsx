import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction, redirect } from 'react-router'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { useLeaveWithSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { logout } from '../logout.ts'
import { requireRole } from '../require-role.ts'
import { loadSecondFactor, SetUpSteps } from './set-up-steps.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Segundo factor') }]

/** The set-up of a second factor. For a role that needs one, no other screen opens before. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador', 'Marketing'])
  const state = await loadSecondFactor(request.signal)
  if (state?.enabled) throw redirect(href('/dashboard'))
  return { required: state?.required ?? false }
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: loaded }: { loaderData?: { required: boolean } }) {
  const [codes, setCodes] = useState<'none' | 'shown' | 'kept'>('none')
  useUnsavedChanges(codes === 'shown')
  useLeaveWithSession()
  useEffect(() => {
    if (codes === 'kept') location.assign(href('/dashboard'))
  }, [codes])
  return (
    <main className="frame grid min-h-dvh content-start justify-items-center py-8 md:py-16">
      <Logo />
      <div className="mt-8 w-full max-w-dialog">
        <h1 className="text-xl">Configura tu segundo factor</h1>
        <p className="mt-2 text-soft">
          {loaded?.required && 'La farmacia lo exige para tu rol. '}Toma un par de minutos.
        </p>
        <div className="card mt-6 p-4 sm:p-6">
          {loaded ? (
            <SetUpSteps onConfirmed={() => setCodes('shown')} onDone={() => setCodes('kept')} />
          ) : (
            <div role="status" className="grid gap-4">
              <span className="sr-only">Cargando…</span>
              <Skeleton className="h-12" />
              <Skeleton className="h-17" />
              <Skeleton className="h-11" />
            </div>
          )}
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          {loaded?.required === false && codes === 'none' && (
            <LinkButton to={href('/dashboard')} look="quiet" icon="chevron-left">
              Volver al tablero
            </LinkButton>
          )}
          <Button look="quiet" icon="logout" onClick={() => logout(href('/'))}>
            Cerrar Sesión
          </Button>
        </div>
      </div>
    </main>
  )
}
