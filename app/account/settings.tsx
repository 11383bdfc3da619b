import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { pageTitle, type ScreenProps } from '../pages/page-title.ts'
import { loadProfile, ProfileScreen } from './profile/profile-screen.tsx'
import { requireRole } from './require-role.ts'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { loadSecondFactor } from './second-factor/set-up-steps.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Configuración') }]

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const session = requireRole(['Administrador', 'Marketing'])
  const [profile, secondFactor] = await Promise.all([
    loadProfile(session, request),
    loadSecondFactor(request.signal),
  ])
  return { profile, secondFactor }
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  return (
    <div className="max-w-[56rem]">
      <h1 className="mb-6 text-xl">Información del perfil</h1>
      <ProfileScreen profile={loaderData?.profile}>
        {loaderData && <SecondFactorCard state={loaderData.secondFactor} />}
      </ProfileScreen>
    </div>
  )
}
