export const tones = {
  neutral: 'bg-sand text-ink',
  green: 'bg-mint-deep text-brand-deep',
  yellow: 'bg-amber-pale text-amber-ink',
  red: 'bg-coral-pale text-coral',
  discount: 'bg-coral text-on-fill',
  seal: 'bg-seal text-seal-ink',
} as const

export function Badge({
  tone = 'neutral',
  className = '',
  children,
  ...rest
}: React.ComponentProps<'span'> & {
  tone?: keyof typeof tones
}) {
  return (
    <span {...rest} className={`badge ${tones[tone]} ${className}`}>
      {children}
    </span>
  )
}
