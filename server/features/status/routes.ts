import { statusCalls } from '#contract/status.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { readStatus } from './read-status.ts'

/** The call of the operator's page. */
export function statusRoutes(serve: Serve, { config, database }: Services) {
  serve(statusCalls.readStatus, async () => ({ data: await readStatus(config, { database }) }))
}
