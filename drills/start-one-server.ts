import { join } from 'node:path'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { AppServer } from './app-server.ts'
import { ADMIN } from './fill-shop.ts'
import { freePorts } from './free-ports.ts'

/** Starts one server on a PostgreSQL of its own in the drill's folder, and waits until it is ready. Both end with the drill. */
export async function startOneServer(
  folder: string,
  atEnd: (end: () => unknown) => void,
): Promise<{ server: AppServer; databaseUrl: string }> {
  const postgres = await startEmbedded({ dataDir: join(folder, 'base'), log: () => {} })
  atEnd(() => postgres.stop())
  const [port = 0] = await freePorts(1)
  const server = new AppServer({
    name: 'servidor',
    port,
    folder,
    env: { DATABASE_URL: postgres.url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  })
  atEnd(() => server.kill())
  await server.start()
  await server.ready()
  return { server, databaseUrl: postgres.url }
}
