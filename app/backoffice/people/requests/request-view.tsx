import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { FormRequest, RequestAnswer } from '#contract/requests.ts'
import { formatPhone } from '#domain/phone.ts'
import { browserApi } from '../../../api/client.ts'
import { useReloadable } from '../../../api/use-loaded.ts'
import type { UnsavedDraft } from '../../../forms/draft.ts'
import { useFormModal } from '../../../forms/in-modal.ts'
import { useAction } from '../../../forms/use-action.ts'
import { PrescriptionImage } from '../../../orders/prescription-image.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { longDate } from '../../store-time.ts'
import { AnswerForm } from './answer-form.tsx'
import { mailLink, phoneLink, whatsappLink } from './answer-texts.ts'

const fetchPrescription = (photo: string, signal: AbortSignal) =>
  browserApi.prescriptionImage({ params: { photo }, signal })

/**
 * A form request to read and to answer, in a modal: the prescription stands beside the answer where
 * there is room, with the answer's form open.
 *
 * @param onChange called with the server's current request
 */
export function RequestView({
  request,
  onChange,
}: {
  request: FormRequest
  onChange: (request: FormRequest) => void
}) {
  const { revalidate } = useRevalidator()
  const { draft } = useFormModal()
  const [answer, setAnswer] = useState<UnsavedDraft | 'new' | null>(
    () => draft ?? (hasRoom() && !request.answeredAt ? 'new' : null),
  )
  const { fullname, photo } = request

  const changed = (saved: FormRequest) => {
    onChange(saved)
    void revalidate()
  }

  const work = (
    <div className="grid min-w-0 content-start gap-5">
      <Status request={request} onChange={changed} />
      <Facts request={request} />
      {request.answers > 0 && <Answers key={request.answers} request={request} />}
      <Ways request={request} onWrite={answer ? undefined : () => setAnswer('new')} />
      {answer && (
        <AnswerForm
          request={request}
          draft={answer === 'new' ? null : answer}
          rows={photo ? 6 : 9}
          onCancel={() => setAnswer(null)}
          onSent={(saved, message) => {
            setAnswer(null)
            changed(saved)
            void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
          }}
        />
      )}
    </div>
  )
  if (!photo) return work
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="top-0 self-start max-lg:order-last lg:sticky">
        <PrescriptionImage
          file={photo}
          fetchImage={fetchPrescription}
          alt={`Receta de ${fullname}`}
          className="max-h-96 lg:max-h-[calc(100dvh-12rem)]"
        />
      </div>
      {work}
    </div>
  )
}

/** Whether an image has room beside the answer, as from the breakpoint `lg`. */
const hasRoom = () => matchMedia('(min-width: 64rem)').matches

export const AnsweredBadge = ({ request: { answeredAt } }: { request: FormRequest }) =>
  answeredAt ? <Badge tone="green">Respondida</Badge> : <Badge tone="yellow">Sin responder</Badge>

function Status({ request, onChange }: { request: FormRequest; onChange: (request: FormRequest) => void }) {
  const { _id, answeredAt, answeredBy } = request
  const { run, working, failure } = useAction(async () => {
    const body = { answered: !answeredAt }
    onChange((await browserApi.markRequest({ params: { id: _id }, body })).data)
  })

  return (
    <div className="grid gap-2 rounded-lg bg-page p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="grid min-w-0 gap-1 text-sm">
          <AnsweredBadge request={request} />
          {answeredAt && (
            <span className="text-soft wrap-anywhere">
              {answeredBy && `Por ${answeredBy}, `}
              <time dateTime={answeredAt}>{longDate(answeredAt)}</time>
            </span>
          )}
        </p>
        <Button look="secondary" small loading={working} onClick={() => run()}>
          {answeredAt ? 'Dejar sin responder' : 'Marcar como respondida'}
        </Button>
      </div>
      <FieldError error={failure} />
    </div>
  )
}

function Facts({ request }: { request: FormRequest }) {
  const { typeForm, fullname, email, phone, product, message, createdAt } = request
  const isContact = typeForm === 'contact'
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name={isContact ? 'Nombre' : 'Nombre completo'}>{fullname}</Fact>
      <Fact name="Correo">
        <EmailText email={email} />
      </Fact>
      {!isContact && <Fact name="Teléfono">{formatPhone(phone)}</Fact>}
      <Fact name="Recibida">
        <time dateTime={createdAt}>{longDate(createdAt)}</time>
      </Fact>
      {!isContact && (
        <Fact name="Producto a consultar" long>
          {product}
        </Fact>
      )}
      <Fact name="Mensaje" long>
        {message}
      </Fact>
    </dl>
  )
}

const Fact = ({ name, long, children }: { name: string; long?: boolean; children: React.ReactNode }) => (
  <div className={`min-w-0 ${long ? 'col-span-full' : ''}`}>
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="whitespace-pre-line break-words">{children}</dd>
  </div>
)

function Ways({ request, onWrite }: { request: FormRequest; onWrite: (() => void) | undefined }) {
  const ways = [
    { to: whatsappLink(request), icon: 'whatsapp', name: 'WhatsApp', newTab: true },
    { to: phoneLink(request), icon: 'phone', name: 'Llamar', newTab: false },
    { to: mailLink(request), icon: 'external', name: 'Abrir en mi correo', newTab: false },
  ] as const
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {onWrite && (
        <Button icon="mail" onClick={onWrite}>
          Responder por correo
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {ways.map(
          ({ to, icon, name, newTab }) =>
            to && (
              <a
                key={name}
                href={to}
                {...(newTab && { target: '_blank', rel: 'noreferrer' })}
                className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-line px-3 font-semibold text-brand text-sm hover:bg-mint"
              >
                <Icon name={icon} className="size-5" />
                {name}
                {newTab && <span className="sr-only"> (se abre en otra pestaña)</span>}
              </a>
            ),
        )}
      </div>
    </div>
  )
}

const POLL_INTERVAL_MS = 3_000

const MAIL_STATES = {
  queued: { tone: 'neutral', name: 'En camino' },
  retrying: { tone: 'yellow', name: 'Se reintenta' },
  sent: { tone: 'green', name: 'Enviada' },
  failed: { tone: 'red', name: 'No se pudo enviar' },
} as const

const underWay = ({ delivery }: RequestAnswer) => delivery === 'queued' || delivery === 'retrying'

/** The mailed answers, each with the state of its mail, polled until the mail has arrived. */
function Answers({ request: { _id, answers: count } }: { request: FormRequest }) {
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
