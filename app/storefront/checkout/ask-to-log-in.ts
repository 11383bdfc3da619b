import { href } from 'react-router'
import { openLogin } from '../../account/login-modal-state.ts'
import { notice } from '../../ui/notice.tsx'

/** For a checkout without a session: a toast, then the login modal, which leads back (docs/product.md#guest-checkout). */
export async function askToLogIn() {
  await notice.toast({ title: 'Por favor inicia sesion', icon: 'warning', timer: 1_500 })
  openLogin({ returnTo: href('/finalizar-compra') })
}
