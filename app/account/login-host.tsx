import { useLoginRequest } from './login-modal-state.ts'
import { useLazyModule } from './use-lazy-module.ts'

const loadModal = () => import('./login-modal.tsx').then(({ LoginModal }) => LoginModal)

/** Shows the login modal. Used once, in the storefront; the modal's code loads when it first opens. */
export function LoginHost() {
  const request = useLoginRequest()
  const LoginModal = useLazyModule(request !== null, loadModal)
  return LoginModal && <LoginModal request={request} />
}
