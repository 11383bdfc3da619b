import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { FormRequest } from '#contract/requests.ts'
import { formatPhone } from '#domain/phone.ts'
import { browserApi } from '../../../api/client.ts'
import type { UnsavedDraft } from '../../../forms/draft.ts'
import { useAction } from '../../../forms/use-action.ts'
import { PrescriptionImage } from '../../../orders/prescription-image.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import { notice } from '../../../ui/notice.tsx'
import { longDate } from '../../store-time.ts'
import { AnswerForm } from './answer-form.tsx'
import { mailLink, phoneLink, whatsappLink } from './answer-texts.ts'
import { AnsweredBadge } from './answered-badge.tsx'
import { Answers } from './answers.tsx'

const fetchPrescription = (photo: string, signal: AbortSignal) =>
  browserApi.prescriptionImage({ params: { photo }, signal })

/**
 * A form request to read and to answer, in a modal (docs/product.md#clients-screen).
 *
 * @param draft an answer to begin with
 * @param onChange called with the server's current request
 * @param onDirty called with true while an answer is being written
 */
export function RequestView({
  request,
  draft,
  onChange,
  onDirty,
}: {
  request: FormRequest
  draft: UnsavedDraft | null
  onChange: (request: FormRequest) => void
  onDirty: (dirty: boolean) => void
}) {
  const { revalidate } = useRevalidator()
  /** The draft of the answer being written. */
  const [answer, setAnswer] = useState<UnsavedDraft | 'new' | null>(draft)
  const { fullname, photo } = request

  const changed = (saved: FormRequest) => {
    onChange(saved)
    void revalidate()
  }

  return (
    <div className="grid gap-5">
      <Status request={request} onChange={changed} />
      <Facts request={request} />
      {photo && (
        <PrescriptionImage file={photo} fetchImage={fetchPrescription} alt={`Receta de ${fullname}`} />
      )}
      {request.answers > 0 && <Answers key={request.answers} request={request} />}
      {answer ? (
        <AnswerForm
          request={request}
          draft={answer === 'new' ? null : answer}
          onDirty={onDirty}
          onCancel={() => setAnswer(null)}
          onSent={(saved, message) => {
            setAnswer(null)
            changed(saved)
            void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
          }}
        />
      ) : (
        <Ways request={request} onWrite={() => setAnswer('new')} />
      )}
    </div>
  )
}

/** Tells whether and by whom the request was answered, with a button that changes it. */
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
  const facts =
    typeForm === 'contact'
      ? [
          ['Nombre', fullname],
          ['Correo', email],
          ['Mensaje', message],
        ]
      : [
          ['Nombre completo', fullname],
          ['Correo', email],
          ['Teléfono', formatPhone(phone)],
          ['Producto a consultar', product],
          ['Mensaje', message],
        ]
  return (
    <dl className="grid gap-4">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
      <div>
        <dt className="text-sm text-soft">Recibida</dt>
        <dd>
          <time dateTime={createdAt}>{longDate(createdAt)}</time>
        </dd>
      </div>
    </dl>
  )
}

/** Ways to answer: by mail from here, or with the person's own programs. */
function Ways({ request, onWrite }: { request: FormRequest; onWrite: () => void }) {
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <Button icon="mail" onClick={onWrite}>
        Responder por correo
      </Button>
      <ul className="flex flex-wrap gap-2">
        <Way to={whatsappLink(request)} icon="whatsapp" name="WhatsApp" newTab />
        <Way to={phoneLink(request)} icon="phone" name="Llamar" />
        <Way to={mailLink(request)} icon="external" name="Abrir en mi correo" />
      </ul>
    </div>
  )
}

function Way({
  to,
  icon,
  name,
  newTab = false,
}: {
  to: string | null
  icon: IconName
  name: string
  newTab?: boolean
}) {
  if (!to) return null
  return (
    <li>
      <a
        href={to}
        {...(newTab && { target: '_blank', rel: 'noreferrer' })}
        className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-line px-4 font-semibold text-brand hover:bg-mint"
      >
        <Icon name={icon} className="size-5" />
        {name}
        {newTab && <span className="sr-only"> (se abre en otra pestaña)</span>}
      </a>
    </li>
  )
}
