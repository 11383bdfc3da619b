import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { type LoadedForm, loadForm, ProductScreen } from './product-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Editar Producto') }]

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const id = params.id ?? ''
  return loadForm(signal, async () => (await browserApi.getProduct({ params: { id }, signal })).data)
}
clientLoader.hydrate = true as const

export const HydrateFallback = EditProduct
export default EditProduct

function EditProduct({ loaderData }: { loaderData?: LoadedForm }) {
  return <ProductScreen editing loaded={loaderData} />
}
