import type { FormRequest } from '#contract/requests.ts'
import { browserApi } from '../../api.ts'
import { Modal } from '../../ui/modal.tsx'
import { PrivateImage } from '../../ui/private-image.tsx'
import { longDate } from '../store-time.ts'

const fetchPrescription = (photo: string, signal: AbortSignal) =>
  browserApi.prescriptionImage({ params: { photo }, signal })

const titles = { contact: 'Solicitud de contacto', 'prescription-book': 'Solicitud de recetario' } as const
const kinds = ['contact', 'prescription-book'] as const

/** Shows a form request. One dialog per kind, so that each keeps its title while it fades out. */
export function RequestModal({ request, onClose }: { request: FormRequest | null; onClose: () => void }) {
  return kinds.map((kind) => (
    <Modal key={kind} open={request?.typeForm === kind} onClose={onClose} title={titles[kind]}>
      {request?.typeForm === kind && <Content request={request} />}
    </Modal>
  ))
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
      {photo && <PrivateImage file={photo} fetchImage={fetchPrescription} alt={`Receta de ${fullname}`} />}
    </div>
  )
}
