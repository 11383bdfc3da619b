import { href, NavLink, Outlet, useNavigation } from 'react-router'
import { PageError } from '../../pages/page-error.tsx'
import { useLeaveWithSession } from '../../session/session.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'

const views: { to: string; name: string; icon: IconName }[] = [
  { to: href('/perfil'), name: 'General', icon: 'user' },
  { to: href('/perfil/pedidos'), name: 'Pedidos', icon: 'truck' },
  { to: href('/perfil/recetas'), name: 'Recetas', icon: 'prescription' },
]

/** The frame of the profile's views. Every view checks the role itself. */
export default function ProfileLayout() {
  useLeaveWithSession()
  return (
    <ProfileFrame>
      <Outlet />
    </ProfileFrame>
  )
}

export function ErrorBoundary() {
  return (
    <ProfileFrame>
      <PageError />
    </ProfileFrame>
  )
}

function ProfileFrame({ children }: { children: React.ReactNode }) {
  const loading = useNavigation().location?.pathname.startsWith(href('/perfil'))
  return (
    <div className="frame py-8 md:py-12">
      <h1 className="text-xl">Información del perfil</h1>
      <div className="mt-6 grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <nav aria-label="Perfil" className="h-fit">
          <ul className="flex flex-wrap gap-2 lg:grid lg:gap-1">
            {views.map(({ to, name, icon }) => (
              <li key={to} className="max-lg:flex-1">
                <NavLink
                  to={to}
                  end
                  className="flex min-h-11 items-center justify-center gap-3 rounded-lg border border-line px-4 max-sm:gap-2 max-sm:px-2 font-semibold hover:bg-mint aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-fill lg:justify-start lg:border-transparent"
                >
                  <Icon name={icon} className="size-5" />
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div aria-busy={loading || undefined} className="min-h-96 min-w-0">
          {children}
        </div>
      </div>
    </div>
  )
}
