import { useEffect, useRef, useState } from 'react'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

const loadSuggestions = () => import('./suggestions.tsx').then(({ Suggestions }) => Suggestions)

/**
 * Adds suggestions to the search box inside it. The code loads when the box first gets the focus; after
 * a failure the box works without suggestions.
 */
export function Suggesting({ className = '', children }: { className?: string; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [input, setInput] = useState<HTMLInputElement>()
  const Suggestions = useLazyPart(loadSuggestions, {
    needed: input !== undefined,
    onFailure: () => setInput(undefined),
  })
  useEffect(() => {
    const element = box.current
    const onFocus = ({ target }: { target: EventTarget | null }) => {
      if (target instanceof HTMLInputElement) setInput(target)
    }
    element?.addEventListener('focusin', onFocus)
    // The box may have got the focus before hydration.
    if (element?.contains(document.activeElement)) onFocus({ target: document.activeElement })
    return () => element?.removeEventListener('focusin', onFocus)
  }, [])
  return (
    <div ref={box} className={`relative ${className}`}>
      {children}
      {Suggestions && input && <Suggestions input={input} />}
    </div>
  )
}
