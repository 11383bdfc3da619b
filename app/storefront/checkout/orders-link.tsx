import { href, Link } from 'react-router'
import { useSession } from '../../session/session.ts'

/** A link to the orders in a customer's profile; staff have no such page. */
export function OrdersLink() {
  if (useSession()?.role !== 'Cliente') return null
  return (
    <Link to={href('/perfil/pedidos')} className="link">
      Ver mis pedidos
    </Link>
  )
}
