import { type ComponentType, useEffect, useState } from 'react'

/** The footer, loaded after the page, with a placeholder while it loads and when it fails. */
export function LazyFooter() {
  const [state, setState] = useState<{ Footer?: ComponentType; failed?: true }>({})
  useEffect(() => {
    let unmounted = false
    import('./footer.tsx').then(
      ({ Footer }) => unmounted || setState({ Footer }),
      () => unmounted || setState({ failed: true }),
    )
    return () => {
      unmounted = true
    }
  }, [])
  if (state.Footer) return <state.Footer />
  return (
    <footer className="on-dark grid min-h-80 place-items-center bg-night text-white/90">
      <p role="status">{state.failed ? 'Error al Cargar' : 'Cargando Footer....'}</p>
    </footer>
  )
}
