import { preferenceCalls } from '#contract/preferences.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changePreferences, readPreferences } from './change-preferences.ts'

/** The calls for a person's own preferences of the back office. The person is always the session's user. */
export function preferenceRoutes(serve: Serve, { database }: Services) {
  serve(preferenceCalls.readPreferences, async ({ session }) => ({
    data: await readPreferences(database, session.userId),
  }))

  serve(preferenceCalls.changePreferences, async ({ session, body }) => ({
    message: 'Preferencia guardada.',
    data: await changePreferences(database, session.userId, body),
  }))
}
