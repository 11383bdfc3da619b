import { useEffect, useEffectEvent } from 'react'
import type { FormRequest, RequestAnswer } from '#contract/requests.ts'
import { browserApi } from '../../../api/client.ts'
import { useReloadable } from '../../../api/use-loaded.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { longDate } from '../../store-time.ts'

/** The polling interval while a mail is being sent. */
const POLL_INTERVAL_MS = 3_000

const MAIL_STATES = {
  queued: { tone: 'neutral', name: 'En camino' },
  retrying: { tone: 'yellow', name: 'Se reintenta' },
  sent: { tone: 'green', name: 'Enviada' },
  failed: { tone: 'red', name: 'No se pudo enviar' },
} as const

const underWay = ({ delivery }: RequestAnswer) => delivery === 'queued' || delivery === 'retrying'

/** The mailed answers, each with the state of its mail, polled until the mail has arrived. */
export function Answers({ request: { _id, answers: count } }: { request: FormRequest }) {
  const { value, failure, reload } = useReloadable(
    (signal) => browserApi.listAnswers({ params: { id: _id }, signal }),
    _id,
  )
  const answers = value?.data
  const look = useEffectEvent(reload)
  useEffect(() => {
    if (!answers?.some(underWay)) return
    const timer = setTimeout(() => look(), POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [answers])

  return (
    <section aria-label="Respuestas enviadas" className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">{count === 1 ? 'Respuesta' : 'Respuestas'}</h3>
      {failure && (
        <p role="alert" className="text-coral text-sm">
          {failure}
        </p>
      )}
      {!answers && !failure && <Skeleton className="h-24 w-full" />}
      {answers?.map((answer) => (
        <Answer key={answer._id} answer={answer} />
      ))}
    </section>
  )
}

function Answer({ answer: { subject, message, author, createdAt, delivery } }: { answer: RequestAnswer }) {
  const { tone, name } = MAIL_STATES[delivery]
  return (
    <article className="grid gap-2 rounded-lg border border-line bg-mint p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-sm text-soft wrap-anywhere">
          {author && `${author}, `}
          <time dateTime={createdAt}>{longDate(createdAt)}</time>
        </p>
        <Badge tone={tone}>{name}</Badge>
      </div>
      <p className="font-semibold wrap-anywhere">{subject}</p>
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
    </article>
  )
}
