import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { accountCalls } from '#contract/account.ts'
import { boardCalls } from '#contract/board.ts'
import type { Call } from '#contract/call.ts'
import { orderPrescriptionCalls } from '#contract/order-prescriptions.ts'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls, salesBookCalls } from '#contract/payments.ts'
import { requestCalls } from '#contract/requests.ts'
import { callName } from '../../http/request-log.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findBackupProblem } from '../backups/backup-state.ts'
import { readOpenTasks } from './open-tasks.ts'
import { readBoard } from './read-board.ts'
import { createTaskStreams } from './task-streams.ts'
import { createTaskWatch } from './watch-tasks.ts'

/** The names of the calls that can change the open tasks. */
const CAUSES = new Set(
  Object.values<Call>({
    ...orderCalls,
    ...orderPrescriptionCalls,
    ...requestCalls,
    ...paymentCalls,
    ...salesBookCalls,
    eraseAccount: accountCalls.eraseAccount,
  })
    .filter(({ method }) => method === 'POST')
    .map(callName),
)

/** The calls of the board and of the counts in the sidebar. */
export function boardRoutes(app: FastifyInstance, serve: Serve, { database, config }: Services) {
  const watch = createTaskWatch(database, (error) => {
    if (!app.draining.aborted) app.log.warn({ err: error }, 'open tasks can’t be followed')
  })
  const streams = createTaskStreams(database, watch)
  // Ends the streams of a draining server; clients reconnect to another.
  app.draining.addEventListener('abort', () => streams.endAll())
  app.addHook('onClose', async () => watch.close())
  app.addHook('onResponse', ({ routeOptions }, { statusCode }, done) => {
    if (statusCode < 300 && CAUSES.has(routeOptions.config.call)) watch.announce()
    done()
  })

  serve(boardCalls.readBoard, async () => {
    const backup = config.backups.scheduled ? await findBackupProblem(database) : null
    return { data: { ...(await readBoard(database)), backup } }
  })

  serve(boardCalls.readOpenTasks, async () => ({ data: await readOpenTasks(database) }))

  serve(boardCalls.watchOpenTasks, async ({ session, request, reply }) => {
    const token = String(request.headers['x-access-token'])
    const events = app.draining.aborted ? Readable.from([]) : streams.open(token, session.userId)
    // Without this header, nginx would buffer events.
    reply.type('text/event-stream').header('x-accel-buffering', 'no')
    return reply.header('cache-control', 'no-store').send(events)
  })
}
