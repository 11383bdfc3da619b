import { returns } from '#legal'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const meta = () => legalMeta(returns)

export default function Returns() {
  return <LegalPage text={returns} />
}
