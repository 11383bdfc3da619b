/**
 * `npm run drill:disk`: the shop of `npm start`, database and images, on a small disk that fills up under checkout and gets
 * room again. Needs root, to mount that disk.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { playFaults } from './faults.ts'
import { closeBook } from './ledger.ts'
import { readOptions, runDrill } from './run-drill.ts'
import { embeddedUrl, query, shopFolder, startShop } from './start-shop.ts'
import { noisePhoto, startTrade } from './trade.ts'

const options = readOptions({
  times: 5,
  /** Seconds that the disk stays full. */
  full: 10,
  /** MB of the disk. */
  size: 700,
  customers: 10,
  orders: 25,
  rest: 100,
  keep: false,
})
const { times, full, size, orders } = options

/** The most milliseconds until the shop sells again once there is room. PostgreSQL may have to restart. */
const MAX_RECOVERY_MS = 30_000
/** Milliseconds between two checks whether room became free. */
const POLL_INTERVAL_MS = 100

if (process.getuid?.() !== 0) {
  console.error('Sin probar: este simulacro monta un disco pequeño en memoria, y para eso hay que ser root.')
  process.exit(1)
}

await runDrill('disk', { minutes: 5 + times * 2, keep: options.keep }, async (drill) => {
  const dataDir = shopFolder(drill)
  mkdirSync(dataDir)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=0711`, 'tmpfs', dataDir])
  drill.atEnd(() => execFileSync('umount', [dataDir]))
  const server = await startShop(drill)
  const databaseUrl = embeddedUrl(dataDir)
  const trade = await startTrade({
    base: server.url,
    databaseUrl,
    ...options,
    proof: await noisePhoto(1_000),
  })

  /** Keeps the disk full, also when a program deletes a file. */
  const play = async () => {
    // Customers repeat their orders while the disk is full; the limit of orders an hour would refuse them.
    await query(databaseUrl, 'delete from rate_limits')
    const ballast = join(dataDir, 'lastre')
    const file = openSync(ballast, 'w')
    fillUp(file)
    const timer = setInterval(() => fillUp(file), POLL_INTERVAL_MS)
    await pause(full * 1_000)
    clearInterval(timer)
    closeSync(file)
    rmSync(ballast)
  }
  const faults = Array.from({ length: times }, (_, time) => ({
    name: `${time + 1}. disco lleno ${full} s`,
    play,
  }))
  const judged = { orders, deaths: () => server.deaths, mostMs: MAX_RECOVERY_MS }
  const { isFast, figures, failed } = await playFaults(trade, faults, judged)
  const unnoticed = [...failed.values()].filter(({ unavailable }) => unavailable === 0).length
  const others = [...trade.ledger.reasons.keys()].filter(
    (reason) => / 5\d\d/.test(reason) && !/ (507|503) /.test(reason),
  )
  const more = [
    `disco lleno ${times} veces (${unnoticed} sin rechazo alguno, ${others.length} rechazos que no son 503 ni 507)`,
    figures,
  ]
  const { ledger, hasProof } = trade
  const balances = await closeBook(embeddedUrl(dataDir), ledger, { deaths: server.deaths, hasProof, more })
  await server.stop()
  return balances && isFast && unnoticed + others.length === 0
})

/** Writes until the disk is full, the last bytes one by one. */
function fillUp(file: number) {
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 8)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
