import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { type Api, apiContext, browserApi } from '../../api/client.ts'
import { loadTopCategories } from '../../api/shown-names.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { FIRST_SHOWN_NAMES } from '../../ui/name-choices.tsx'
import { openLogin } from '../login-modal-state.ts'
import { pathAfterRegistration } from './checkout-registration.ts'
import { RegisterForm } from './register-form.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('Crear cuenta') },
  { name: 'description', content: 'Crea tu cuenta para comprar y seguir tus pedidos.' },
]

/** The interest categories; null when they failed to load. */
const load = async (api: Api) => ({
  categories: await loadTopCategories(api, FIRST_SHOWN_NAMES).catch(() => null),
})

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(apiContext))

export const clientLoader = () => load(browserApi)

export default function Register() {
  const { categories } = useLoaderData<typeof loader>()
  const returnTo = pathAfterRegistration(useSearchParams()[0])
  return (
    <div className="frame py-8 md:py-12">
      <div className="mx-auto max-w-[48rem]">
        <h1 className="text-xl">Crear cuenta</h1>
        <p className="mt-2 text-soft">
          Con tu cuenta compras más rápido y sigues tus pedidos. ¿Ya tienes una?{' '}
          <button type="button" onClick={() => openLogin({ returnTo })} className="link">
            Inicia sesión
          </button>
        </p>
        <RegisterForm returnTo={returnTo} categories={categories} />
      </div>
    </div>
  )
}
