import { href } from 'react-router'
import { openLogin } from '../../account/login-modal-state.ts'
import { notice } from '../../ui/notice.tsx'

/**
 * Opens the login modal, which leads to `returnTo`, with a toast over it: for a checkout or a repeated order without a session.
 * Resolves when the toast is gone.
 */
export function askToLogIn(returnTo: string = href('/finalizar-compra'), reason?: string) {
  openLogin({ returnTo, reason })
  return notice.toast({
    title: 'Por favor inicia sesion',
    icon: 'warning',
    timer: 1_500,
    overModal: true,
  })
}
