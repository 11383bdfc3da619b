import type { FormRequest } from '#contract/requests.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Whether somebody has answered a form request. */
export const AnsweredBadge = ({ request: { answeredAt } }: { request: FormRequest }) =>
  answeredAt ? <Badge tone="green">Respondida</Badge> : <Badge tone="yellow">Sin responder</Badge>
