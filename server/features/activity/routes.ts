import { activityCalls } from '#contract/activity.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listActivity } from './queries.ts'

export function activityRoutes(serve: Serve, { database }: Services) {
  serve(activityCalls.listActivity, async ({ query }) => {
    const { rows, total } = await listActivity(database, query)
    return {
      data: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })),
      total,
    }
  })
}
