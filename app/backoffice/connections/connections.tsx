import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { browserApi } from '../../api/client.ts'
import { defineList, loadListing } from '../../listing/listing.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { KeysTable } from './keys-table.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Conexiones') }]

const KEYS = defineList({ names: { search: 'clave', page: 'pagina-claves', size: 'filas-claves' } })
const WEBHOOKS = defineList({
  names: { search: 'webhook', page: 'pagina-webhooks', size: 'filas-webhooks' },
})

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const [keys, webhooks] = await Promise.all([
    loadListing(request, (query) => browserApi.listKeys({ query, signal }), KEYS),
    loadListing(request, (query) => browserApi.listWebhooks({ query, signal }), WEBHOOKS),
  ])
  return { keys, webhooks }
}

export const HydrateFallback = Screen
export default Screen

/** Keys and webhooks of other systems. */
function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  return (
    <div className="grid gap-10">
      <h1 className="-mb-4 text-xl">Conexiones</h1>
      <KeysTable listing={loaderData?.keys} list={KEYS} />
      <WebhooksTable listing={loaderData?.webhooks} list={WEBHOOKS} />
    </div>
  )
}
