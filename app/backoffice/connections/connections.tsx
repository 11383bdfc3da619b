import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Key } from '#contract/connections.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { defineList, type Listing, loadListing } from '../../listing/listing.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { KeysTable } from './keys-table.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Conexiones') }]

const KEYS = defineList({ names: { search: 'clave', page: 'pagina-claves', size: 'filas-claves' } })
const WEBHOOKS = defineList({
  names: { search: 'webhook', page: 'pagina-webhooks', size: 'filas-webhooks' },
})

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const [keys, webhooks] = await Promise.all([
    loadListing(request, (query) => browserApi.listKeys({ query, signal }), KEYS),
    loadListing(request, (query) => browserApi.listWebhooks({ query, signal }), WEBHOOKS),
  ])
  return { keys, webhooks }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** Keys and webhooks of other systems. */
function Screen({
  loaderData: { keys, webhooks } = {},
}: {
  loaderData?: { keys?: Listing<Key>; webhooks?: Listing<Webhook> }
}) {
  return (
    <div className="grid gap-10">
      <h1 className="-mb-4 text-xl">Conexiones</h1>
      <KeysTable listing={keys} list={KEYS} />
      <WebhooksTable listing={webhooks} list={WEBHOOKS} />
    </div>
  )
}
