import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { requireRole } from '../require-role.ts'
import { loadProfile, ProfileScreen } from './profile-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Mi perfil') }]

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadProfile(requireRole(['Cliente']), request)

export const HydrateFallback = General
export default General

function General({ loaderData }: ScreenProps<typeof clientLoader>) {
  return <ProfileScreen profile={loaderData} />
}
