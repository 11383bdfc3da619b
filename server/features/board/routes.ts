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
  const { draining, log } = app
  const openStream = createTaskStreams(database, {
    draining,
    onError: (error) => log.warn({ err: error }, 'open tasks can’t be followed'),
  })

  serve(boardCalls.readBoard, async () => {
    const backup = config.backups.scheduled ? await findBackupProblem(database) : null
    return { data: { ...(await readBoard(database)), backup } }
  })

  serve(boardCalls.readOpenTasks, async () => ({ data: await readOpenTasks(database) }))

  serve(boardCalls.watchOpenTasks, async ({ session, request, reply }) => {
    const token = String(request.headers['x-access-token'])
    // Without the header x-accel-buffering, nginx would buffer events.
    return reply
      .type('text/event-stream')
      .header('x-accel-buffering', 'no')
      .header('cache-control', 'no-store')
      .send(openStream(token, session.userId))
  })
}
