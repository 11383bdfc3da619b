import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { loadTopCategories } from '../../api/shown-names.ts'
import type { Session } from '../../session/session.ts'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { FIRST_SHOWN_NAMES } from '../../ui/name-choices.tsx'
import { notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { setProfilePhoto } from '../profile-photo.ts'
import { OwnData } from './own-data.tsx'
import { ProfileForm } from './profile-form.tsx'

export const loadProfile = ({ userId }: Session, { signal }: Request) =>
  loadOrFailure(async () => {
    const [{ data: user }, categories] = await Promise.all([
      browserApi.findUser({ params: { id: userId }, signal }),
      loadTopCategories(browserApi, FIRST_SHOWN_NAMES, signal),
    ])
    setProfilePhoto(user.photo)
    return { user, categories }
  })

/** The profile of customers and staff: the form, the own data and `children`, or the message of the failure. */
export function ProfileScreen({
  profile,
  children,
}: {
  profile: Awaited<ReturnType<typeof loadProfile>> | undefined
  children?: React.ReactNode
}) {
  const { revalidate } = useRevalidator()
  const failure = profile?.failure
  useEffect(() => {
    if (failure) void notice.error(failure)
  }, [failure])
  return (
    <WhenLoaded of={profile} loading={<Loading />}>
      {({ user, categories }) => (
        <div className="grid gap-6">
          <ProfileForm user={user} categories={categories} onSaved={revalidate} />
          <OwnData role={user.role} />
          {children}
        </div>
      )}
    </WhenLoaded>
  )
}

const Loading = () => (
  <div className="card grid gap-6 p-4 sm:p-6">
    <p role="status" className="text-soft">
      Cargando Perfil...
    </p>
    <div className="grid gap-6 sm:grid-cols-2">
      {['name', 'rut', 'phone', 'birth', 'email', 'interests'].map((key) => (
        <div key={key} className="grid gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-6 w-full" />
        </div>
      ))}
    </div>
  </div>
)
