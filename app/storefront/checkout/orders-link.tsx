import { href, Link } from 'react-router'
import { useSession } from '../../session/session.ts'

/** Only customers have a profile with their orders, staff don't. */
export function OrdersLink() {
  if (useSession()?.role !== 'Cliente') return null
  return (
    <Link to={href('/perfil/pedidos')} className="font-semibold text-brand underline">
      Ver mis pedidos
    </Link>
  )
}
