import { terms } from '#legal'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const meta = () => legalMeta(terms)

export default function Terms() {
  return <LegalPage text={terms} />
}
