import { useLoginRequest } from './login-modal-state.ts'
import { useLoginPart } from './use-login-part.ts'

const loadModal = () => import('./login-modal.tsx').then(({ LoginModal }) => LoginModal)

/** Shows the login modal. Used once, in the storefront; the modal's code loads when it first opens. */
export function LoginHost() {
  const request = useLoginRequest()
  const LoginModal = useLoginPart(loadModal, request !== null)
  return LoginModal && <LoginModal request={request} />
}
