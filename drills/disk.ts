/**
 * `npm run drill:disk`: the shop of `npm start`, database and images, on a small disk that fills up under checkout and gets
 * room again. Needs root, to mount that disk.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noise } from '#tests/images.ts'
import { runDrill } from './run-drill.ts'
import { SHOP, startShop } from './start-shop.ts'
import { type Fault, sellThrough } from './trade.ts'

const defaults = {
  times: 5,
  /** Seconds that the disk stays full. */
  full: 10,
  /** MB of the disk. */
  size: 700,
  customers: 10,
  orders: 25,
  rest: 100,
}

/** The most milliseconds until the shop sells again once there is room. PostgreSQL may have to restart. */
const MAX_RECOVERY_MS = 30_000
/** Milliseconds between two checks whether room became free. */
const POLL_INTERVAL_MS = 100

await runDrill(defaults, async (drill, { times, full, size, ...selling }) => {
  if (process.getuid?.() !== 0) {
    console.error(
      'Sin probar: este simulacro monta un disco pequeño en memoria, y para eso hay que ser root.',
    )
    return false
  }
  const dataDir = join(drill.folder, SHOP)
  mkdirSync(dataDir)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=0711`, 'tmpfs', dataDir])
  // Lazily, as the last processes of PostgreSQL may still be ending.
  drill.atEnd(() => execFileSync('umount', ['--lazy', dataDir]))
  const server = await startShop(drill)

  /** Keeps the disk full, also when a program deletes a file. */
  const play = async () => {
    const ballast = join(dataDir, 'lastre')
    const file = openSync(ballast, 'w')
    fillUp(file)
    const timer = setInterval(() => fillUp(file), POLL_INTERVAL_MS)
    await pause(full * 1_000)
    clearInterval(timer)
    closeSync(file)
    rmSync(ballast)
  }
  const faults = Array.from({ length: times }, (_, time): Fault => {
    return { name: `${time + 1}. disco lleno ${full} s`, play, fails: true }
  })
  const proof = await noise(1_000, 1_000)
  return sellThrough(faults, [server], { ...selling, proof, maxRecoveryMs: MAX_RECOVERY_MS })
})

/** Writes until the disk is full; the last write is a part of the bytes. */
function fillUp(file: number) {
  try {
    for (;;) writeSync(file, Buffer.alloc(1024 * 1024))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
