import { randomUUID } from 'node:crypto'
import { readFile, rename, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Status } from '#contract/status.ts'
import { dataSize } from '#domain/data-size.ts'
import { advice, alarm, type Part } from './status-part.ts'

const GB = 1_000_000_000
const SCARCE_BYTES = 2 * GB
const CRITICAL_BYTES = 0.5 * GB
const SCARCE_DAYS = 30
const CRITICAL_DAYS = 7

/** The maximum number of days whose free space is noted, and the minimum that an estimate needs. */
const MAX_NOTED_DAYS = 28
const MIN_NOTED_DAYS = 2
const DAY_MS = 24 * 60 * 60 * 1_000

/** The free bytes by day, the oldest first. */
const notes = z.array(z.object({ day: z.iso.date(), freeBytes: z.number() }))
type Notes = z.infer<typeof notes>

const fileOf = (dataDir: string) => join(dataDir, 'disk-space.json')

const readNotes = (dataDir: string): Promise<Notes> =>
  readFile(fileOf(dataDir), 'utf8').then(
    (text) => notes.parse(JSON.parse(text)),
    () => [],
  )

async function freeBytesOf(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

/** Notes the free space of the data folder's disk once a day, to know how fast it shrinks. */
export async function noteFreeSpace(dataDir: string, now = new Date()): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const known = await readNotes(dataDir)
  if (known.some((note) => note.day === day)) return
  const next = [...known, { day, freeBytes: await freeBytesOf(dataDir) }].slice(-MAX_NOTED_DAYS)
  // Several servers may note it at once, so each one writes its own file and renames it.
  const part = `${fileOf(dataDir)}.${randomUUID()}.part`
  await writeFile(part, JSON.stringify(next))
  await rename(part, fileOf(dataDir))
}

/** The free space of DATA_DIR's disk, and the days until it is full at the pace since the oldest note. */
export async function readDisk(dataDir: string, now = new Date()): Promise<Part<Status['disk']>> {
  const freeBytes = await freeBytesOf(dataDir)
  const daysLeft = estimateDays(await readNotes(dataDir), freeBytes, now)
  return { value: { freeBytes, daysLeft }, warnings: diskWarnings(freeBytes, daysLeft) }
}

/** The days until the disk is full; null while too little is known, or when the free space doesn't shrink. */
export function estimateDays([oldest]: Notes, freeBytes: number, now: Date): number | null {
  if (!oldest) return null
  const days = (now.getTime() - Date.parse(oldest.day)) / DAY_MS
  const shrunk = oldest.freeBytes - freeBytes
  if (days < MIN_NOTED_DAYS || shrunk <= 0) return null
  return Math.floor((freeBytes * days) / shrunk)
}

function diskWarnings(freeBytes: number, daysLeft: number | null) {
  const days = daysLeft ?? Number.POSITIVE_INFINITY
  if (freeBytes >= SCARCE_BYTES && days >= SCARCE_DAYS) return []
  const until =
    daysLeft === null
      ? ''
      : `, que al ritmo de ahora alcanzan para ${daysLeft === 1 ? '1 día' : `${daysLeft} días`}`
  const message = `Al disco de DATA_DIR le quedan ${dataSize(freeBytes)}${until}. Borra respaldos antiguos y archivos que no sean de la tienda, o agranda el disco.`
  const isCritical = freeBytes < CRITICAL_BYTES || days < CRITICAL_DAYS
  return [isCritical ? alarm('disk', message) : advice('disk', message)]
}
