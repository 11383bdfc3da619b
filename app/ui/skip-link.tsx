export const CONTENT_ID = 'contenido'

/** The first link of a frame, visible while it has the focus: it skips the navigation. */
export function SkipLink() {
  return (
    <a
      href={`#${CONTENT_ID}`}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-brand px-4 py-2 font-semibold text-on-fill focus:translate-y-0"
    >
      Saltar al contenido
    </a>
  )
}
