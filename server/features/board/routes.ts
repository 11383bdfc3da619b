import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { boardCalls } from '#contract/board.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findBackupProblem } from '../backups/backup-state.ts'
import { readOpenTasks } from './open-tasks.ts'
import { readBoard } from './read-board.ts'
import { createTaskStreams } from './task-streams.ts'

/** The calls of the board and of the counts in the sidebar. */
export function boardRoutes(app: FastifyInstance, serve: Serve, { database, config }: Services) {
  const streams = createTaskStreams(database, (error) => {
    if (!app.draining.aborted) app.log.warn({ err: error }, 'open tasks can’t be followed')
  })
  // Ends the streams of a draining server; clients reconnect to another.
  app.draining.addEventListener('abort', () => streams.endAll())

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
