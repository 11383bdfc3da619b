import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageTitle } from '../pages/page-title.ts'
import { loadProfile } from './profile/load-profile.ts'
import { ProfileLoading } from './profile/loading.tsx'
import { ProfileScreen } from './profile/profile-screen.tsx'
import { requireRole } from './require-role.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Configuración') }]

/** The profile of staff, inside the back office. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadProfile(requireRole(['Administrador', 'Marketing']), request)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <SettingsFrame>
      <ProfileLoading />
    </SettingsFrame>
  )
}

export default function Settings() {
  return (
    <SettingsFrame>
      <ProfileScreen {...useLoaderData<typeof clientLoader>()} />
    </SettingsFrame>
  )
}

function SettingsFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="max-w-[56rem]">
      <h1 className="mb-6 text-xl">Información del perfil</h1>
      {children}
    </div>
  )
}
