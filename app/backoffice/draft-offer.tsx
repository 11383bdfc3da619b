import { useNavigate } from 'react-router'
import { answerDraft, useOfferedDraft } from '../forms/unsaved-draft.ts'
import { Button } from '../ui/button.tsx'

/** Offers what was typed into a form before its session ended (docs/product.md#unsaved-work). */
export function DraftOffer() {
  const draft = useOfferedDraft()
  const navigate = useNavigate()
  if (!draft) return null
  return (
    <section
      aria-label="Trabajo sin guardar"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-amber-pale p-4 text-amber-ink"
    >
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        Tu sesión se cerró antes de guardar {draft.about}. Lo que escribiste se conserva
        {draft.image ? '; la imagen hay que elegirla de nuevo.' : '.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => answerDraft(draft, { restore: false })}>
          Descartar
        </Button>
        <Button
          onClick={() => {
            answerDraft(draft, { restore: true })
            void navigate(draft.path)
          }}
        >
          Recuperar lo escrito
        </Button>
      </div>
    </section>
  )
}
