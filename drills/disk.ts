/**
 * `npm run drill:disk`: the shop of `npm start`, database and images, on a small disk that fills up under checkout and gets
 * room again. Needs root, to mount that disk.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { balance } from './book.ts'
import { openBrowser } from './call-server.ts'
import { checkShop } from './check-shop.ts'
import { canMount, mountSmallDisk } from './disk/small-disk.ts'
import { embeddedUrl } from './embedded-url.ts'
import { ADMIN, logIn } from './fill-shop.ts'
import { observe, printBook, printStep } from './report.ts'
import { runDrill } from './run-drill.ts'
import { shopFolder, startShop } from './start-shop.ts'
import { startTrade } from './start-trade.ts'
import { waitFor } from './wait-for.ts'
import { withClient } from './with-client.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    /** Seconds that the disk stays full. */
    full: { type: 'string', default: '10' },
    /** MB of the disk. */
    size: { type: 'string', default: '700' },
    customers: { type: 'string', default: '10' },
    orders: { type: 'string', default: '25' },
    rest: { type: 'string', default: '100' },
    keep: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)

/** The most milliseconds until the shop sells again once there is room. PostgreSQL may have to restart. */
const MAX_RECOVERY_MS = 30_000

if (!canMount()) {
  console.error('Este simulacro monta un disco pequeño en memoria: necesita Linux y ser root.')
  process.exit(1)
}

await runDrill({ name: 'disk', minutes: 5 + times * 2, keep: values.keep }, async (drill) => {
  const dataDir = shopFolder(drill)
  const disk = await mountSmallDisk(dataDir, Number(values.size))
  drill.atEnd(() => disk.unmount())
  const server = await startShop(drill)
  const trade = await startTrade({
    base: server.url,
    databaseUrl: await embeddedUrl(dataDir),
    customers: Number(values.customers),
    rest: Number(values.rest),
    proof: await photo(),
  })
  const { ledger } = trade

  const recoveries: number[] = []
  let unnoticed = 0
  for (let time = 1; time <= times; time += 1) {
    await trade.waitForOrders(Number(values.orders), 60)
    const before = observe(ledger, server.deaths)
    disk.fill()
    await pause(Number(values.full) * 1000)
    if (observe(ledger, server.deaths).failures.unavailable === before.failures.unavailable) unnoticed += 1
    disk.free()
    const room = performance.now()
    const sold = await waitFor(() => ledger.firstSaleAfter(room), {
      what: 'un pedido con lugar',
      seconds: 90,
    })
    const recovery = Math.round(sold - room)
    recoveries.push(recovery)
    const more = [`vuelve a vender en ${recovery} ms`]
    printStep(`${time}. disco lleno ${values.full} s`, ledger, before, observe(ledger, server.deaths), more)
  }
  await trade.waitForOrders(Number(values.orders), 60)
  const silence = await trade.stop()

  const databaseUrl = await embeddedUrl(dataDir)
  const seen = await openProofs(server.url)
  const book = await balance(databaseUrl, ledger, (_, name) => seen(name))
  const { broken, proofs } = await withClient(databaseUrl, async (client) => ({
    broken: await checkShop(client),
    proofs: await client.query<{ payment: string }>("select payment from orders where payment <> ''"),
  }))
  let missing = 0
  for (const { payment } of proofs.rows) if (!(await seen(payment))) missing += 1
  await server.stop()

  for (const rule of broken) console.log(rule)
  const slowest = Math.max(...recoveries)
  console.log(
    `Disco lleno ${times} veces (${unnoticed} sin rechazo alguno): vuelve a vender en ${slowest} ms a lo más, se permiten ${MAX_RECOVERY_MS} ms · ` +
      `${proofs.rows.length} comprobantes en la base, ${missing} sin imagen · ${broken.length} reglas rotas`,
  )
  const balances = printBook(book, ledger, { silence, deaths: server.deaths })
  return balances && slowest <= MAX_RECOVERY_MS && unnoticed === 0 && missing === 0 && broken.length === 0
})

/** A photo of random noise, which compresses badly and takes much room. */
function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Opens payment proofs as the office does. */
async function openProofs(base: string) {
  const { token } = await logIn(base, ADMIN.email)
  const browser = openBrowser(base)
  return async (name: string) =>
    (await browser.call({ method: 'GET', path: `/cart/payment-image/${name}`, token })).status === 200
}
