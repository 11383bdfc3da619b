import sheet from './icons.svg'

export type IconName =
  | 'bag'
  | 'bell'
  | 'board'
  | 'box'
  | 'camera'
  | 'cart'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'chevron-up'
  | 'clock'
  | 'close'
  | 'copy'
  | 'cross'
  | 'download'
  | 'drag'
  | 'edit'
  | 'external'
  | 'eye'
  | 'eye-off'
  | 'filter'
  | 'heart'
  | 'image'
  | 'info'
  | 'leaf'
  | 'lock'
  | 'logout'
  | 'mail'
  | 'map-pin'
  | 'menu'
  | 'minus'
  | 'pause'
  | 'phone'
  | 'pill'
  | 'play'
  | 'plus'
  | 'receipt'
  | 'search'
  | 'settings'
  | 'shield'
  | 'tag'
  | 'trash'
  | 'truck'
  | 'upload'
  | 'user'
  | 'users'
  | 'warning'
  | 'whatsapp'

/**
 * The icons: one 24 px set, drawn with one stroke, in a sheet of their own that no script has to carry. They are ornament:
 * whoever uses one gives the words.
 */
export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}
