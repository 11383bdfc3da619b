/** The frame of every drill and of the bench: options, a temporary folder, a time limit, and the end of all that was started. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

export type Drill = {
  /** Absolute path of the temporary folder, which every account may traverse. */
  folder: string
  /** Registers a cleanup; cleanups run in the opposite order. */
  atEnd: (end: () => unknown) => void
}

/** The most minutes of a drill and seconds of one cleanup. */
const [LIMIT_MINUTES, END_SECONDS] = [60, 20]

/** The command line's options. Their defaults say whether they are numbers, texts or switches. */
function readOptions<Defaults extends object>(defaults: Defaults): Defaults {
  const types = Object.entries(defaults).map(([name, value]) => {
    return [name, { type: typeof value === 'boolean' ? 'boolean' : 'string' }]
  })
  const { values } = parseArgs({ options: Object.fromEntries(types) })
  const given = Object.entries(values).map(([name, value]) => {
    return [name, typeof defaults[name as never] === 'number' ? Number(value) : value]
  })
  return { ...defaults, ...Object.fromEntries(given) }
}

/** Whether everything judged so far was good. */
let isGood = true

/**
 * Runs a drill and ends this process: with 0 when it succeeds; with 1 when it or something judged on the way fails, when it takes too
 * long or is interrupted.
 *
 * @param defaults the drill's options; each drill also has `--keep`, which leaves the folder
 */
export async function runDrill<Defaults extends object>(
  defaults: Defaults,
  play: (drill: Drill, options: Defaults) => Promise<boolean>,
): Promise<never> {
  if (process.platform !== 'linux') {
    console.error('Los simulacros detienen y matan procesos por /proc: necesitan Linux.')
    process.exit(1)
  }
  const options = readOptions({ ...defaults, keep: false })
  const folder = await mkdtemp(join(tmpdir(), 'botica-drill-'))
  // PostgreSQL refuses to run as root, and its account has to reach its data.
  await chmod(folder, 0o711)
  const ends: (() => unknown)[] = []
  const drill: Drill = { folder, atEnd: (end) => void ends.push(end) }
  const holds = await Promise.race([play(drill, options), interruption()]).catch((error) => {
    console.error(error)
    return false
  })
  for (const end of ends.reverse()) {
    const late = pause(END_SECONDS * 1_000).then(() => console.error(`Algo no terminó en ${END_SECONDS} s.`))
    await Promise.race([Promise.resolve().then(end), late]).catch((error) => console.error(error))
  }
  if (options.keep) console.log(`La carpeta queda en ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(holds && isGood ? 0 : 1)
}

/** Rejects when the time limit passes, a signal arrives or an error isn't caught. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    const late = () => reject(new Error(`El simulacro no terminó en ${LIMIT_MINUTES} minutos.`))
    setTimeout(late, LIMIT_MINUTES * 60_000)
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, reject)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new Error(`El simulacro fue interrumpido (${signal}).`)))
  })
}

/** Calls `look` until it returns something true, and returns that. Rejects after the time limit; an error counts as "not yet". */
export async function waitFor<T>(
  what: string,
  seconds: number,
  look: () => Promise<T> | T,
  every = 50,
): Promise<Exclude<T, false | undefined>> {
  const end = performance.now() + seconds * 1_000
  let cause: unknown
  while (performance.now() < end) {
    try {
      const seen = await look()
      if (seen) return seen as Exclude<T, false | undefined>
    } catch (error) {
      cause = error
    }
    await pause(every)
  }
  throw new Error(`Se esperó ${seconds} s en vano: ${what}`, { cause })
}

/** Prints what was found on the way; the drill fails if it isn't good. */
export function judge(holds: boolean, text: string) {
  console.log(`${holds ? 'bien' : 'MAL '}  ${text}`)
  isGood &&= holds
}

/** Prints the last line of a drill, and returns its verdict. */
export function printVerdict(holds: boolean, figures: string[]): boolean {
  console.log(`${holds ? 'CUADRA' : 'NO CUADRA'}: ${figures.join(' · ')}`)
  return holds
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
