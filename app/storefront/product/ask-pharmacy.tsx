import { store } from '#store'
import { LinkButton } from '../../ui/button.tsx'

/** A link that asks the pharmacy about a product by WhatsApp; by mail if the pharmacy has no WhatsApp number. */
export function AskPharmacy({
  name,
  describedBy,
  children,
}: {
  /** The product's name. */
  name: string
  describedBy?: string
  children: React.ReactNode
}) {
  const text = encodeURIComponent(`Hola, quiero consultar por ${name}.`)
  const to = store.whatsapp
    ? `https://wa.me/${store.whatsapp}?text=${text}`
    : `mailto:${store.email}?subject=${encodeURIComponent(name)}&body=${text}`
  return (
    <LinkButton
      to={to}
      look="secondary"
      icon={store.whatsapp ? 'whatsapp' : 'mail'}
      {...(store.whatsapp && { target: '_blank', rel: 'noreferrer' })}
      aria-describedby={describedBy}
      className="relative z-10 px-3"
    >
      {children}
    </LinkButton>
  )
}
