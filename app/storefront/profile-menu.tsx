import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '../api.ts'
import { logout, type Session } from '../session.ts'
import { Icon } from '../ui/icons.tsx'
import { closeMenu } from './category-menu.tsx'

const entry = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-mint'

/** The profile's photo with its submenu (spec §2). */
export function ProfileMenu({ session }: { session: Session }) {
  const photo = usePhoto(session.userId)
  return (
    <>
      <button
        type="button"
        popoverTarget="perfil"
        aria-label="Mi cuenta"
        className="grid size-11 place-items-center rounded-full"
      >
        <img
          src={`/api/user/image/${encodeURIComponent(photo)}`}
          alt=""
          width={40}
          height={40}
          className="size-10 rounded-full border border-line bg-mint object-cover"
        />
      </button>
      <div
        id="perfil"
        popover="auto"
        className="fades top-17 right-[max(1rem,calc((100vw-78rem)/2+2rem))] left-auto m-0 max-h-[400px] w-56 overflow-y-auto rounded-lg border border-line bg-paper p-2 text-ink shadow"
      >
        <Link
          to={session.role === 'Cliente' ? '/perfil' : '/dashboard/settings'}
          onClick={closeMenu}
          className={entry}
        >
          <Icon name="user" className="size-5 text-brand" />
          Ver Perfil
        </Link>
        <button type="button" onClick={() => logout()} className={entry}>
          <Icon name="logout" className="size-5 text-brand" />
          Cerrar Sesión
        </button>
      </div>
    </>
  )
}

const NO_PHOTO = 'user-icon.png'

/** The user's photo; what goes wrong on the way is silent (spec §8). */
function usePhoto(userId: string) {
  const [photo, setPhoto] = useState(NO_PHOTO)
  useEffect(() => {
    const leaving = new AbortController()
    browserApi
      .findUser({ params: { id: userId }, signal: leaving.signal })
      .then(({ data }) => setPhoto(data.photo || NO_PHOTO))
      .catch(() => undefined)
    return () => leaving.abort()
  }, [userId])
  return photo
}
