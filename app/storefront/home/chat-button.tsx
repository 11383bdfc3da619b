import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'

/** Stays at the window's corner as far as the page goes, so that it never covers the footer's links. */
export function ChatButton() {
  return (
    <a
      href={`https://wa.me/${store.whatsapp}`}
      target="_blank"
      rel="noreferrer"
      aria-label="Escríbenos por WhatsApp (se abre en otra pestaña)"
      className="surface sticky bottom-4 z-30 mr-4 mb-4 -mt-18 ml-auto grid size-14 place-items-center rounded-full bg-panel text-white shadow ring-2 ring-page transition-colors hover:bg-night md:right-8 md:bottom-8 md:mr-8 md:mb-8 md:-mt-22"
    >
      <Icon name="whatsapp" className="size-7" />
    </a>
  )
}
