import { statusCalls } from '#contract/status.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createStatusReader } from './read-status.ts'

/** The call of the operator's page. */
export function statusRoutes(serve: Serve, { config, database }: Services) {
  const readStatus = createStatusReader(config)
  serve(statusCalls.readStatus, async () => ({ data: await readStatus({ database }) }))
}
