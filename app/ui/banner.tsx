import { Icon, type IconName } from './icons.tsx'

const tones = {
  green: 'bg-mint',
  yellow: 'bg-amber-pale text-amber-ink',
  red: 'bg-coral-pale text-coral',
} as const

/** A message in a coloured box, with an icon before it. */
export const Banner = ({
  tone = 'green',
  icon,
  className = '',
  children,
  ...rest
}: React.ComponentProps<'div'> & { tone?: keyof typeof tones; icon: IconName }) => (
  <div {...rest} className={`flex gap-3 rounded-lg p-4 ${tones[tone]} ${className}`}>
    <Icon name={icon} className={tone === 'green' ? 'size-6 text-brand' : 'size-6'} />
    <div className="grid min-w-0 gap-1 wrap-anywhere">{children}</div>
  </div>
)
