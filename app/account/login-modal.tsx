import { Modal } from '../ui/modal.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { closeLogin, type LoginRequest } from './login-modal-state.ts'
import { useLazyModule } from './use-lazy-module.ts'

const loadForm = () => import('./login-form.tsx').then(({ LoginForm }) => LoginForm)

/** The login modal, open while there is a request. The form follows: with it come the validation schemas. */
export function LoginModal({ request }: { request: LoginRequest | null }) {
  const LoginForm = useLazyModule(request !== null, loadForm)
  return (
    <Modal open={request !== null} onClose={closeLogin} title="Iniciar sesión">
      {LoginForm && request ? <LoginForm request={request} /> : <Loading />}
    </Modal>
  )
}

/** As tall as the form, so that the modal keeps its height. */
function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Cargando…</span>
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-11" />
      <Skeleton className="h-6 w-2/3" />
    </div>
  )
}
