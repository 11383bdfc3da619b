import { notice } from '../ui/notice.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { closeLogin } from './login-modal-state.ts'

/** Loads a part of the login modal when it is first needed. After a failure a dialog says so and the modal closes. */
export const useLoginPart = <Part>(load: () => Promise<Part>, needed: boolean) =>
  useLazyPart(load, {
    needed,
    onFailure: () => {
      closeLogin()
      void notice.error('No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.')
    },
  })
