import { store } from '#store'
import { LinkButton } from '../../ui/button.tsx'

export function AskPharmacy({
  name,
  describedBy,
  children,
}: {
  name: string
  describedBy?: string
  children: React.ReactNode
}) {
  const text = encodeURIComponent(`Hola, quiero consultar por ${name}.`)
  return (
    <LinkButton
      to={`https://wa.me/${store.whatsapp}?text=${text}`}
      look="secondary"
      icon="whatsapp"
      target="_blank"
      rel="noreferrer"
      aria-describedby={describedBy}
      className="relative z-10 px-3"
    >
      {children}
    </LinkButton>
  )
}
