import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageTitle } from '../pages/page-title.ts'
import { loadProfile } from './profile/load-profile.ts'
import { ProfileLoading } from './profile/loading.tsx'
import { ProfileScreen } from './profile/profile-screen.tsx'
import { requireRole } from './require-role.ts'
import { loadSecondFactor } from './second-factor/load-second-factor.ts'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Configuración') }]

/** The profile and the second factor of staff, inside the back office. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const session = requireRole(['Administrador', 'Marketing'])
  const [profile, secondFactor] = await Promise.all([
    loadProfile(session, request),
    loadSecondFactor(request.signal),
  ])
  return { profile, secondFactor }
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
  const { profile, secondFactor } = useLoaderData<typeof clientLoader>()
  return (
    <SettingsFrame>
      <div className="grid gap-6">
        <ProfileScreen {...profile} />
        {profile.profile && <SecondFactorCard state={secondFactor} />}
      </div>
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
