import { Link } from 'react-router'
import { Icon } from './icons.tsx'

const MAX_LINKS = 7

type Props = { page: number; pages: number; label?: string } & (
  | { href: (page: number) => string; onPage?: never }
  | { onPage: (page: number) => void; href?: never }
)

/** Anterior, up to seven pages and Siguiente: links of the storefront with `href`, buttons with `onPage`. */
export function Pagination({ page, pages, label = 'Paginación', ...action }: Props) {
  if (pages <= 1) return null
  const stepTo = (to: number) => ({ href: action.href?.(to), onPage: () => action.onPage?.(to) })
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-1">
      <Step {...stepTo(page - 1)} disabled={page <= 1}>
        <Icon name="chevron-left" className="size-5" /> Anterior
      </Step>
      <ol className="order-first flex w-full justify-center gap-1 sm:order-none sm:w-auto">
        {pageWindow(page, pages).map((number) => (
          <li key={number}>
            <Step {...stepTo(number)} current={number === page}>
              <span className="sr-only">Página </span>
              {number}
            </Step>
          </li>
        ))}
      </ol>
      <Step {...stepTo(page + 1)} disabled={page >= pages}>
        Siguiente <Icon name="chevron-right" className="size-5" />
      </Step>
    </nav>
  )
}

function pageWindow(page: number, pages: number): number[] {
  const size = Math.min(MAX_LINKS, pages)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - size + 1))
  return Array.from({ length: size }, (_, index) => first + index)
}

/** A step between pages: a link if it has an `href`, else a button. */
export function Step({
  href,
  onPage,
  disabled = false,
  current = false,
  label,
  children,
}: {
  href: string | undefined
  onPage?: () => void
  disabled?: boolean
  current?: boolean
  /** The accessible name, in place of the text. */
  label?: string
  children: React.ReactNode
}) {
  const colours = current ? 'bg-brand text-on-fill' : disabled ? 'text-soft' : 'text-brand hover:bg-mint'
  const shared = {
    className: `page-step ${colours}`,
    'aria-label': label,
    'aria-current': current ? ('page' as const) : undefined,
  }
  if (href && disabled) {
    return (
      <span {...shared} aria-disabled="true">
        {children}
      </span>
    )
  }
  if (href) {
    return (
      <Link {...shared} to={href}>
        {children}
      </Link>
    )
  }
  return (
    <button {...shared} type="button" disabled={disabled} onClick={onPage}>
      {children}
    </button>
  )
}
