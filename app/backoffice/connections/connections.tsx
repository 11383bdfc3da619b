import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Key } from '#contract/connections.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { KeysTable } from './keys-table.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Conexiones') }]

type Loaded<Row> = { rows: Row[]; failure: string | null }

const load = async <Row,>(call: Promise<{ data: Row[] }>): Promise<Loaded<Row>> => {
  try {
    return { rows: (await call).data, failure: null }
  } catch (error) {
    return { rows: [], failure: (await refusalOf(error)).message }
  }
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const [keys, webhooks] = await Promise.all([
    load(browserApi.listKeys({ query: {}, signal })),
    load(browserApi.listWebhooks({ query: {}, signal })),
  ])
  return { keys, webhooks }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Screen />
}

export default function Connections() {
  return <Screen {...useLoaderData<typeof clientLoader>()} />
}

/** Keys and webhooks of other systems (docs/product.md#connections). */
function Screen({ keys, webhooks }: { keys?: Loaded<Key>; webhooks?: Loaded<Webhook> }) {
  return (
    <div className="grid gap-10">
      <h1 className="-mb-4 text-xl">Conexiones</h1>
      <KeysTable keys={keys?.rows} failure={keys?.failure ?? null} />
      <WebhooksTable webhooks={webhooks?.rows} failure={webhooks?.failure ?? null} />
    </div>
  )
}
