import { type ComponentType, useEffect, useState } from 'react'
import { Modal } from '../ui/modal.tsx'
import { notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { closeLogin, type LoginRequest, useLoginRequest } from './login.ts'

/** Where the login modal opens: once, in the storefront. Its form (and with it zod) is loaded when it is first wanted. */
export function LoginHost() {
  const request = useLoginRequest()
  const Form = useForm(request !== null)
  return (
    <Modal open={request !== null} onClose={closeLogin} title="Iniciar sesión">
      {Form && request ? <Form request={request} /> : <Loading />}
    </Modal>
  )
}

function useForm(wanted: boolean) {
  const [loaded, setLoaded] = useState<{ Form: ComponentType<{ request: LoginRequest }> }>()
  useEffect(() => {
    if (!wanted || loaded) return
    let left = false
    import('./login-form.tsx').then(
      ({ LoginForm }) => left || setLoaded({ Form: LoginForm }),
      () => {
        if (left) return
        closeLogin()
        notice.show({
          title: 'Error!',
          text: 'No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.',
          icon: 'error',
        })
      },
    )
    return () => {
      left = true
    }
  }, [wanted, loaded])
  return loaded?.Form
}

/** As tall as the form, so that the modal doesn't grow when it arrives. */
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
