import { type ComponentType, useEffect, useState } from 'react'

/** The footer comes after the page (spec §2), with a word for each of its states. */
export function LazyFooter() {
  const [state, setState] = useState<{ Footer?: ComponentType; failed?: true }>({})
  useEffect(() => {
    let left = false
    import('./footer.tsx').then(
      ({ Footer }) => left || setState({ Footer }),
      () => left || setState({ failed: true }),
    )
    return () => {
      left = true
    }
  }, [])
  if (state.Footer) return <state.Footer />
  return (
    <footer className="on-dark grid min-h-80 place-items-center bg-brand-night text-mint">
      <p role="status">{state.failed ? 'Error al Cargar' : 'Cargando Footer....'}</p>
    </footer>
  )
}
