import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageTitle } from '../../pages/page-title.ts'
import { requireRole } from '../require-role.ts'
import { loadProfile, ProfileLoading, ProfileScreen } from './profile-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Mi perfil') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadProfile(requireRole(['Cliente']), request)
}

export const HydrateFallback = ProfileLoading

export default function General() {
  return <ProfileScreen profile={useLoaderData<typeof clientLoader>()} />
}
