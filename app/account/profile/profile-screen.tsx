import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import type { loadProfile } from './load-profile.ts'
import { ProfileForm } from './profile-form.tsx'

/** The profile of a customer and of staff alike (spec §2): its form, or why it isn't there. */
export function ProfileScreen({ profile, failure }: Awaited<ReturnType<typeof loadProfile>>) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (failure) void notice.show({ title: 'Error!', text: failure, icon: 'error' })
  }, [failure])
  if (profile) return <ProfileForm {...profile} onSaved={revalidate} />
  return (
    <div className="card grid justify-items-start gap-4 p-4 sm:p-6">
      <p className="text-soft">{failure}</p>
      <Button look="secondary" loading={state !== 'idle'} onClick={() => revalidate()}>
        Intentar nuevamente
      </Button>
    </div>
  )
}
