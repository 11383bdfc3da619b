import { href, Link } from 'react-router'
import { logout } from '../account/logout.ts'
import { photoUrl, setProfilePhoto, useProfilePhoto } from '../account/profile-photo.ts'
import { browserApi } from '../api/client.ts'
import { useLoaded } from '../api/use-loaded.ts'
import type { Session } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'

const item = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-mint'

export function ProfileMenu({ session }: { session: Session }) {
  const photo = useProfilePhoto()

  // An icon is shown until the photo has loaded. A failure is silent.
  useLoaded(async (signal) => {
    const { data } = await browserApi.findUser({ params: { id: session.userId }, signal })
    setProfilePhoto(data.photo)
  }, session.userId)

  return (
    <>
      <button
        type="button"
        popoverTarget="perfil"
        aria-label="Mi cuenta"
        className="grid size-11 place-items-center rounded-full"
      >
        {/* Takes no pointer events: a press is lost if its target is replaced meanwhile, as the photo replaces the icon. */}
        <span className="pointer-events-none grid size-10 place-items-center overflow-clip rounded-full border border-line bg-mint text-brand">
          {photo !== undefined ? (
            <img
              src={photoUrl(photo)}
              alt=""
              width={40}
              height={40}
              onError={() => photo && setProfilePhoto('')}
              className="size-full object-cover"
            />
          ) : (
            <Icon name="user" />
          )}
        </span>
      </button>
      <div
        id="perfil"
        popover="auto"
        className="fades top-17 right-[max(1rem,calc((100vw-78rem)/2+2rem))] left-auto m-0 max-h-[400px] w-56 overflow-y-auto rounded-lg border border-line bg-paper p-2 text-ink shadow"
      >
        <Link
          to={session.role === 'Cliente' ? href('/perfil') : href('/dashboard/settings')}
          className={item}
        >
          <Icon name="user" className="size-5 text-brand" />
          Ver Perfil
        </Link>
        <button type="button" onClick={() => logout()} className={item}>
          <Icon name="logout" className="size-5 text-brand" />
          Cerrar Sesión
        </button>
      </div>
    </>
  )
}
