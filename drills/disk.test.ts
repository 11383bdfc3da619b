import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connection.ts'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { migrate } from '#server/database/migrate.ts'
import { createAdministrator } from '#server/features/accounts/create-administrator.ts'
import { openImageStore } from '#server/images/open-store.ts'
import { failureLog } from '#tests/failure-log.ts'
import { image } from '#tests/images.ts'
import { checkShop } from './check-shop.ts'
import { canMount, mountSmallDisk } from './disk/small-disk.ts'
import { ADMIN } from './fill-shop.ts'
import { startTrade } from './start-trade.ts'
import { waitFor } from './wait-for.ts'
import { withClient } from './with-client.ts'

/** MB: PostgreSQL's files, and some room. */
const SIZE = 200

test.skipIf(!canMount())(
  'a shop on a full disk refuses, and sells again once there is room',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'botica-disk-'))
    const disk = await mountSmallDisk(dataDir, SIZE)
    onTestFinished(async () => {
      await disk.unmount()
      await rm(dataDir, { recursive: true })
    })
    const postgres = await startEmbedded({ dataDir, log: () => {} })
    onTestFinished(() => postgres.stop())
    const database = connect(postgres.url, { onError: () => {} })
    onTestFinished(() => database.destroy())
    await migrate(database)
    await createAdministrator(database, ADMIN)
    const config = readConfig({ DATA_DIR: dataDir, LIMIT_PER_ADDRESS: 'off' })
    const images = await openImageStore(config)
    const app = await createApp({ config, database, images, logTo: failureLog() })
    onTestFinished(() => app.close())
    const base = await app.listen({ host: '127.0.0.1', port: 0 })

    const proof = await image()
    const trade = await startTrade({ base, databaseUrl: postgres.url, customers: 3, rest: 50, proof })
    const { ledger } = trade
    await trade.waitForOrders(5, 30)
    disk.fill()
    await waitFor(() => ledger.failures.unavailable >= 5, { what: 'cinco rechazos', seconds: 30 })
    disk.free()
    await trade.waitForOrders(5, 60)
    await trade.stop()
    expect(ledger.failures).toMatchObject({ unexpected: 0 })
    expect([...ledger.reasons.keys()].filter((reason) => !/ (507|503) /.test(reason))).toEqual([])
    expect(await withClient(postgres.url, checkShop)).toEqual([])
  },
  120_000,
)
