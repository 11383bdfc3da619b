import { href, Link } from 'react-router'

const pages = {
  '/privacidad': 'Política de privacidad',
  '/condiciones': 'condiciones de compra',
} as const

/** One line at a form that collects data: what the data are used for, and a link to the page that says more. */
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
      <Link to={href(to)} className="font-semibold text-brand underline">
        {pages[to]}
      </Link>
    </p>
  )
}
