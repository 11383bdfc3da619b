import type { FormRequest } from '#contract/requests.ts'
import { Modal } from '../../ui/modal.tsx'
import { longDate } from '../store-time.ts'
import { PrescriptionImage } from './prescription-image.tsx'

/** Shows a form request. */
export function RequestModal({ request, onClose }: { request: FormRequest | null; onClose: () => void }) {
  return (
    <Modal open={request !== null} onClose={onClose} title="Solicitudes">
      {request && <Content request={request} />}
    </Modal>
  )
}

function Content({ request }: { request: FormRequest }) {
  const { typeForm, fullname, email, phone, product, message, photo, createdAt } = request
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
          ['Teléfono', phone],
          ['Producto a consultar', product],
          ['Mensaje', message],
        ]
  return (
    <div className="grid gap-5">
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
      {photo && <PrescriptionImage photo={photo} alt={`Receta de ${fullname}`} />}
    </div>
  )
}
