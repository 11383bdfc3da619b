import { Link, type LinkProps, useRevalidator } from 'react-router'
import { Icon, type IconName } from './icons.tsx'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

type Shape = { look?: Look; small?: boolean; wide?: boolean; icon?: IconName }

/** Class names of the looks, defined in button.css. */
const looks: Record<Look, string> = {
  primary: 'button button-primary',
  secondary: 'button button-secondary',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
}

const shape = ({ look = 'primary', small, wide }: Shape, className?: string) =>
  [looks[look], small && 'button-small', wide && 'w-full', className].filter(Boolean).join(' ')

/**
 * As `onMouseDown` of buttons and links, keeps the focus in a form's field. Otherwise an error could appear under the field
 * between press and release and move the button away from the pointer.
 */
export const keepFocus = (event: React.MouseEvent) => event.preventDefault()

/**
 * A button, which shows a spinner and ignores presses while `loading`. A loading button isn't disabled, because that would take
 * the focus away from people who use the keyboard.
 */
export function Button({
  look,
  small,
  wide,
  icon,
  loading = false,
  className,
  children,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: React.ComponentProps<'button'> & Shape & { loading?: boolean }) {
  return (
    <button
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      {...rest}
      type={type}
      disabled={disabled && !loading}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={shape({ look, small, wide }, className)}
    >
      {loading ? <Spinner /> : icon && <Icon name={icon} className="size-5" />}
      {children}
    </button>
  )
}

/** A button after a failure: calls `onRetry`, or else loads the screen's data again. */
export function RetryButton({ small = false, onRetry }: { small?: boolean; onRetry?: () => void }) {
  const { revalidate, state } = useRevalidator()
  return (
    <Button
      look="secondary"
      small={small}
      loading={!onRetry && state !== 'idle'}
      onClick={() => (onRetry ? onRetry() : revalidate())}
    >
      Intentar nuevamente
    </Button>
  )
}

export function LinkButton({ look, small, wide, icon, className, children, ...rest }: LinkProps & Shape) {
  return (
    <Link {...rest} className={shape({ look, small, wide }, className)}>
      {icon && <Icon name={icon} className="size-5" />}
      {children}
    </Link>
  )
}

/** A button with an icon and no text, coral for deleting. `label` is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: Omit<React.ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`inline-grid size-11 place-items-center rounded-lg transition-colors ${icon === 'trash' ? 'text-coral hover:bg-coral-pale' : 'text-ink hover:bg-mint'} disabled:cursor-not-allowed disabled:text-soft ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-turn rounded-full border-2 border-current border-r-transparent"
    />
  )
}
