import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { requireRole } from '../../account/require-role.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { loadForm, ProductScreen } from './product-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Registrar Nuevo Producto') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadForm(request.signal)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <ProductScreen editing={false} />
}

export default function NewProduct() {
  return <ProductScreen editing={false} loaded={useLoaderData<typeof clientLoader>()} />
}
