/** The frame of every drill: a temporary folder, a time limit, and the cleanup of everything that the drill started. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Drill = {
  /** Absolute path of the temporary folder, which every account may traverse. */
  folder: string
  /** Registers a cleanup; cleanups run in the opposite order. */
  atEnd: (end: () => Promise<unknown> | unknown) => void
}

/** The most seconds of one cleanup. */
const END_SECONDS = 20

/**
 * Runs a drill and ends this process: with 0 when the drill succeeds; with 1 when it fails, exceeds its time or is interrupted.
 *
 * @param minutes time limit of the drill
 * @param keep keeps the temporary folder with its logs
 */
export async function runDrill(
  { name, minutes, keep }: { name: string; minutes: number; keep: boolean },
  play: (drill: Drill) => Promise<boolean>,
): Promise<never> {
  if (process.platform !== 'linux') {
    console.error('Los simulacros detienen y matan procesos por /proc: necesitan Linux.')
    process.exit(1)
  }
  const folder = await mkdtemp(join(tmpdir(), `botica-drill-${name}-`))
  // PostgreSQL refuses to run as root, and its account has to reach its data.
  await chmod(folder, 0o711)
  const ends: (() => Promise<unknown> | unknown)[] = []
  let well = false
  try {
    well = await Promise.race([play({ folder, atEnd: (end) => void ends.push(end) }), interruption(minutes)])
  } catch (error) {
    console.error(error)
  }
  for (const end of ends.reverse()) {
    await Promise.race([Promise.resolve().then(end), late(END_SECONDS)]).catch((error) =>
      console.error(error),
    )
  }
  if (keep) console.log(`La carpeta queda en ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(well ? 0 : 1)
}

/** Rejects when the time limit passes or a signal arrives. */
function interruption(minutes: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`El simulacro no terminó en ${minutes} minutos.`)), minutes * 60_000)
    process.on('uncaughtException', reject)
    process.on('unhandledRejection', reject)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`El simulacro fue interrumpido (${signal}).`)))
    }
  })
}

const late = (seconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`Algo no terminó en ${seconds} s.`)), seconds * 1000)
  })
