import { useEffect } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { ApiError, browserApi } from '../../api.ts'
import { requireRole } from '../../guard.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { birthday } from './birthday.ts'
import { ProfileLoading } from './loading.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Mi perfil') }]

/** The customer's own profile, or why it isn't there: the frame around it stays either way. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { userId } = requireRole(['Cliente'])
  try {
    const { data } = await browserApi.findUser({ params: { id: userId }, signal: request.signal })
    return { user: data, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { user: null, failure: error.message }
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <ProfileLoading />
}

export default function General() {
  const { user, failure } = useLoaderData<typeof clientLoader>()
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (failure) notice.show({ title: 'Error!', text: failure, icon: 'error' })
  }, [failure])
  if (!user) {
    return (
      <div className="card grid justify-items-start gap-4 p-4 sm:p-6">
        <p className="text-soft">{failure}</p>
        <Button look="secondary" loading={state !== 'idle'} onClick={() => revalidate()}>
          Intentar nuevamente
        </Button>
      </div>
    )
  }
  const facts = [
    ['Nombre', `${user.name} ${user.lastname}`],
    ['Correo electrónico', user.email],
    ['RUT', user.rut],
    ['Género', user.gender],
    ['Teléfono', user.phone],
    ['Celular', user.cellphone],
    ['Fecha de nacimiento', birthday(user.birthdate)],
  ].filter(([, value]) => value)
  return (
    <section aria-labelledby="general" className="card p-4 sm:p-6">
      <div className="flex items-center gap-4">
        <span className="grid size-18 shrink-0 place-items-center overflow-clip rounded-full border border-line bg-mint text-brand">
          {user.photo ? (
            <img
              src={`/api/user/image/${encodeURIComponent(user.photo)}`}
              alt=""
              width={72}
              height={72}
              className="size-full object-cover"
            />
          ) : (
            <Icon name="user" className="size-9" />
          )}
        </span>
        <h2 id="general" className="min-w-0 break-words text-lg">
          {user.name} {user.lastname}
        </h2>
      </div>
      <dl className="mt-6 grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="break-words font-semibold">{value}</dd>
          </div>
        ))}
        <div className="sm:col-span-2">
          <dt className="mb-2 text-sm text-soft">Categorías de interés</dt>
          <dd className="flex flex-wrap gap-2">
            {user.interests.map((interest) => (
              <Badge key={interest} tone="green">
                {interest}
              </Badge>
            ))}
          </dd>
        </div>
      </dl>
    </section>
  )
}
