import type { Store } from '#contract/store.ts'
import { store } from '#store'

const { director, directorRegistration, directorHours, authorization, electronicSale }: Store['legal'] =
  store.legal

const facts: [name: string, text: string | undefined][] = [
  ['Dirección técnica', [director, directorRegistration].filter(Boolean).join(', ')],
  ['Horario de la dirección técnica', directorHours],
  ['Autorización sanitaria', authorization],
  ['Venta por medios electrónicos', electronicSale],
]

/** The technical director and the authorizations, as far as the configuration names them. */
export const LEGAL_FACTS = facts.filter(([, text]) => text)

export const LegalFacts = ({ className = '' }: { className?: string }) => (
  <dl className={`grid gap-x-10 gap-y-3 empty:hidden ${className}`}>
    {LEGAL_FACTS.map(([name, text]) => (
      <div key={name}>
        <dt className="font-semibold">{name}</dt>
        <dd className="opacity-85 first-letter:uppercase">{text}</dd>
      </div>
    ))}
  </dl>
)
