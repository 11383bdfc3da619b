import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { RetryButton } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import type { loadProfile } from './load-profile.ts'
import { OwnData } from './own-data.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The profile of customers and staff: the form and the own data, or the message of the failure with a button to try again. */
export function ProfileScreen({ profile, failure }: Awaited<ReturnType<typeof loadProfile>>) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (failure) void notice.error(failure)
  }, [failure])
  if (profile)
    return (
      <div className="grid gap-6">
        <ProfileForm {...profile} onSaved={revalidate} />
        <OwnData role={profile.user.role} />
      </div>
    )
  return (
    <div className="card grid justify-items-start gap-4 p-4 sm:p-6">
      <p className="text-soft">{failure}</p>
      <RetryButton />
    </div>
  )
}
