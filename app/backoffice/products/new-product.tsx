import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { requireRole } from '../../account/require-role.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { type LoadedForm, loadForm, ProductScreen } from './product-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Registrar Nuevo Producto') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadForm(request.signal)
}
clientLoader.hydrate = true as const

export const HydrateFallback = NewProduct
export default NewProduct

function NewProduct({ loaderData }: { loaderData?: LoadedForm }) {
  return <ProductScreen editing={false} loaded={loaderData} />
}
