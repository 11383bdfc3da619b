import { useState } from 'react'
import { useLazyPart } from '../ui/use-lazy-part.ts'

const loadFooter = () => import('./footer.tsx').then(({ Footer }) => Footer)

/** The footer, loaded after the page, with a placeholder while loading and after a failure. */
export function LazyFooter() {
  const [failed, setFailed] = useState(false)
  const Footer = useLazyPart(loadFooter, { onFailure: () => setFailed(true) })
  if (Footer) return <Footer />
  return (
    <footer className="on-dark grid min-h-80 place-items-center bg-night text-white/90">
      <p role="status">{failed ? 'Error al Cargar' : 'Cargando Footer....'}</p>
    </footer>
  )
}
