import { href, Link } from 'react-router'

const pages = {
  '/privacidad': 'Política de privacidad',
  '/condiciones': 'condiciones de compra',
} as const

/** A note at a form that collects data: the purpose of the data, and a link to the legal text. */
export function DataNote({
  children,
  to = '/privacidad',
  className = '',
}: {
  children: string
  to?: keyof typeof pages
  className?: string
}) {
  return (
    <p className={`text-soft text-sm ${className}`}>
      {children}{' '}
      <Link to={href(to)} className="link">
        {pages[to]}
      </Link>
    </p>
  )
}
