import { deskCalls } from '#contract/desk.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changeDesk, readDesk } from './change-desk.ts'

/** The calls for a person's own settings of the back office. The person is always the session's. */
export function deskRoutes(serve: Serve, { database }: Services) {
  serve(deskCalls.getDesk, async ({ session }) => ({ data: await readDesk(database, session.userId) }))

  serve(deskCalls.changeDesk, async ({ session, body }) => ({
    message: 'Preferencia guardada.',
    data: await changeDesk(database, session.userId, body),
  }))
}
