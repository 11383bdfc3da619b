import { formatPhone, internationalPhone } from '#domain/phone.ts'

/** A phone number in groups, which a press calls; a text that isn't a number stays a text. */
export function PhoneLink({ phone, className = 'underline' }: { phone: string; className?: string }) {
  const number = internationalPhone(phone)
  const text = formatPhone(phone)
  if (!number) return text
  return (
    <a href={`tel:+${number}`} className={`whitespace-nowrap ${className}`}>
      {text}
    </a>
  )
}
