import { Link, type LinkProps } from 'react-router'

/** A link in or below a text. */
export const TextLink = ({ className = '', ...link }: LinkProps) => (
  <Link {...link} className={`font-semibold text-brand underline ${className}`} />
)
