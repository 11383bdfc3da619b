import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { AppServer } from './app-server.ts'
import { ADMIN } from './fill-shop.ts'
import { freePorts } from './free-ports.ts'
import type { Drill } from './run-drill.ts'

/** Starts a PostgreSQL in the drill's folder, which ends with the drill. */
export async function startDatabase({ folder, atEnd }: Drill) {
  const dataDir = join(folder, 'base')
  const launch = () => startEmbedded({ dataDir, log: () => {} })
  let running = await launch()
  atEnd(() => running.stop())
  return {
    url: running.url,
    /** The folder of PostgreSQL's files. */
    data: realpathSync(join(dataDir, 'postgres')),
    async restart() {
      await running.stop()
      running = await launch()
    },
  }
}

/** The data folder of {@link startShop}. */
export const shopFolder = ({ folder }: Pick<Drill, 'folder'>) => join(folder, 'tienda')

/**
 * Starts a shop with an administrator, waits until it is ready, and ends it with the drill.
 *
 * @param databaseUrl an external PostgreSQL; without one the shop starts its embedded one, as `npm start` does
 * @param env further environment variables
 */
export async function startShop(
  { folder, atEnd }: Drill,
  databaseUrl?: string,
  env: Record<string, string> = {},
): Promise<AppServer> {
  const [port = 0] = await freePorts(1)
  const server = new AppServer({
    name: 'tienda',
    port,
    folder,
    env: {
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  })
  atEnd(() => server.kill({ everything: !databaseUrl }))
  await server.start()
  await server.ready()
  return server
}
