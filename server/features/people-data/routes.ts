import { Readable } from 'node:stream'
import { accountCalls } from '#contract/account.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { zipStream } from '../../spreadsheets/zip-stream.ts'
import { recordAccess } from '../audit/record-audit.ts'
import { eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-person.ts'
import { personFiles } from './person-files.ts'

/** The calls for users' own data. The account is always that of the session. */
export function peopleDataRoutes(serve: Serve, { database, images, config }: Services) {
  serve(accountCalls.exportAccount, async ({ session, actor, request, reply }) => {
    const exported = await exportAccount(database, session.userId)
    if (!exported) throw new Refusal('NO_SESSION')
    await recordAccess(database, actor, {
      action: 'person.export',
      subject: { kind: 'user', id: session.userId, label: exported.email },
    })
    const zip = Readable.from(zipStream(personFiles(images, exported)), { objectMode: false })
    // The error closes the connection, so that the browser doesn't take half a file for a whole one.
    zip.once('error', (error) => request.log.error({ err: error }, 'could not send the export'))
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="mis-datos.zip"')
      .header('cache-control', 'private, no-store')
      .send(zip)
  })

  serve(accountCalls.eraseAccount, async ({ body, session, request }) => {
    const { errors } = await eraseAccount(database, images, {
      userId: session.userId,
      password: body.password,
      dataDir: config.dataDir,
    })
    // Images that couldn't be removed stay queued for the hourly sweep.
    for (const error of errors)
      request.log.warn({ err: error }, 'could not remove a file of an erased account')
    return { message: 'Eliminamos tu cuenta y tus datos.' }
  })
}
