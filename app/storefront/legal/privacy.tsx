import { privacy } from '#legal'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const meta = () => legalMeta(privacy)

export default function Privacy() {
  return <LegalPage text={privacy} />
}
