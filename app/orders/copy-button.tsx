import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** How long the outcome stays in words, in milliseconds. */
const CONFIRMATION_MS = 2_000

/** Copies a text to the clipboard. Resolves to false where it can't: browsers have no clipboard on pages without https. */
export const copyText = async (text: string): Promise<boolean> =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false

/** Copies a value to the clipboard. `label` names the value for screen readers; `words` are a text beside the icon. */
export function CopyButton({ label, value, words }: { label: string; value: string; words?: string }) {
  const [outcome, setOutcome] = useState<'Copiado' | 'No se pudo copiar'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    setOutcome(undefined)
    setOutcome((await copyText(value)) ? 'Copiado' : 'No se pudo copiar')
  }

  return (
    <span className="flex items-center gap-2 print:hidden">
      <span role="status" className="font-semibold text-brand text-sm">
        {outcome}
      </span>
      <Button
        look="quiet"
        small
        icon={outcome === 'Copiado' ? 'check' : 'copy'}
        title="Copiar"
        onClick={copy}
        className={words ? 'min-h-11' : 'min-h-11 min-w-11 px-0'}
      >
        {words ?? <span className="sr-only">Copiar {label}</span>}
      </Button>
    </span>
  )
}
