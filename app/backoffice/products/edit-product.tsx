import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { loadForm, ProductScreen } from './product-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Editar Producto') }]

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const id = params.id ?? ''
  return loadForm(signal, async () => (await browserApi.getProduct({ params: { id }, signal })).data)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <ProductScreen editing />
}

export default function EditProduct() {
  return <ProductScreen editing loaded={useLoaderData<typeof clientLoader>()} />
}
