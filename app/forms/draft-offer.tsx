import { useNavigate } from 'react-router'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { resolveDraft, useOfferedDraft } from './draft.ts'

/**
 * Offers to restore the text typed into a form before the session ended. For a visitor the offer
 * doesn't show the text, and asks for the login.
 */
export function DraftOffer({ onLogin }: { onLogin?: () => void }) {
  const draft = useOfferedDraft()
  const isVisitor = useSession() === null
  const navigate = useNavigate()
  if (!draft) return null
  return (
    <section
      aria-label="Trabajo sin guardar"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-amber-pale p-4 text-amber-ink"
    >
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {isVisitor
          ? 'Tu sesión se cerró antes de guardar lo que escribías. Se conserva: inicia sesión para recuperarlo.'
          : `Tu sesión se cerró antes de guardar ${draft.about}. Lo que escribiste se conserva${draft.lost ? `; ${draft.lost}` : ''}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => resolveDraft(draft, { restore: false })}>
          Descartar
        </Button>
        {isVisitor ? (
          <Button onClick={onLogin}>Iniciar sesión</Button>
        ) : (
          <Button
            onClick={() => {
              resolveDraft(draft, { restore: true })
              void navigate(draft.path)
            }}
          >
            Recuperar lo escrito
          </Button>
        )}
      </div>
    </section>
  )
}
