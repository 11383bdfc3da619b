import { useLoginRequest } from './login-modal-state.ts'
import { useLoaded } from './use-loaded.ts'

const loadModal = () => import('./login-modal.tsx').then(({ LoginModal }) => LoginModal)

/** Where the login modal opens: once, in the storefront. Whoever never logs in never loads it. */
export function LoginHost() {
  const request = useLoginRequest()
  const LoginModal = useLoaded(request !== null, loadModal)
  return LoginModal && <LoginModal request={request} />
}
