import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'

export function ChatButton() {
  return (
    <a
      href={`https://wa.me/${store.whatsapp}`}
      target="_blank"
      rel="noreferrer"
      aria-label="Escríbenos por WhatsApp (se abre en otra pestaña)"
      className="surface fixed right-4 bottom-4 z-30 grid size-14 place-items-center rounded-full bg-panel text-white shadow ring-2 ring-page transition-colors hover:bg-night md:right-8 md:bottom-8"
    >
      <Icon name="whatsapp" className="size-7" />
    </a>
  )
}
