import { type ComponentType, useEffect, useRef, useState } from 'react'

type Loaded = { Suggestions: ComponentType<{ input: HTMLInputElement }>; input: HTMLInputElement }

/**
 * Adds suggestions to the search box inside it (docs/product.md#navbar). Their code is loaded when the box gets the focus for the
 * first time; if that fails, the box works without them.
 */
export function Suggesting({ className = '', children }: { className?: string; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    const element = box.current
    let started = false
    function load(input: EventTarget | null) {
      if (started || !(input instanceof HTMLInputElement)) return
      started = true
      import('./suggestions.tsx').then(
        ({ Suggestions }) => setLoaded({ Suggestions, input }),
        () => {
          started = false
        },
      )
    }
    const onFocus = ({ target }: FocusEvent) => load(target)
    element?.addEventListener('focusin', onFocus)
    // The box may have got the focus before hydration.
    if (element?.contains(document.activeElement)) load(document.activeElement)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [])
  return (
    <div ref={box} className={`relative ${className}`}>
      {children}
      {loaded && <loaded.Suggestions input={loaded.input} />}
    </div>
  )
}
