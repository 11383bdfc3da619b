import sheet from './icons.svg'

export type IconName =
  | 'bag'
  | 'bank'
  | 'bell'
  | 'bell-off'
  | 'board'
  | 'bookmark'
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
  | 'more'
  | 'pause'
  | 'phone'
  | 'play'
  | 'plus'
  | 'prescription'
  | 'print'
  | 'receipt'
  | 'rotate'
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
  | 'zoom-in'
  | 'zoom-out'

/**
 * An icon of the sheet icons.svg: 24 px, one stroke width (icons.css). The sheet is a separate file to keep scripts small. Icons
 * are hidden from screen readers: the element around one needs a text.
 */
export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}
