import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, asAccount } from './account.ts'

/**
 * The shell outlives us: its stdin closes when we end, be it by SIGKILL, and then PostgreSQL is asked for a fast
 * shutdown. When PostgreSQL ends first, the shell ends too and we hear of it.
 */
const supervisor = `exec 3<&0
"$@" </dev/null 3<&- & p=$!
( cat <&3 >/dev/null; kill -INT $p ) & w=$!
exec 3<&- </dev/null
wait $p; code=$?
kill $w 2>/dev/null
exit $code`

const routine =
  /^(starting PostgreSQL|listening on|database system (was|is) shut down|database system is ready)/

export interface Launch {
  postgres: string
  data: string
  account: Account | undefined
  settings: Record<string, string>
  log: (text: string) => void
}

export interface Running {
  ended: Promise<void>
  stop(): Promise<void>
}

/** Starts PostgreSQL, waiting for one that is just closing, or for what a killed one left behind. */
export async function launchWhenFree(launch: Launch): Promise<Running> {
  const started = Date.now()
  for (;;) {
    await forgetForeignPid(launch.data)
    try {
      return await start(launch)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      const busy = /lock file ".*" already exists|shared memory block .* is still in use/s.test(text)
      if (!busy) throw new Error(`PostgreSQL no pudo iniciar: ${text}`, { cause: error })
      const [pid, status] = await pidFile(launch.data)
      if (Date.now() - started > (status === 'stopping' ? 60_000 : 2000)) {
        throw new Error(
          `Ya hay un Botica en marcha con la base de datos ${launch.data} (proceso ${pid ?? 'desconocido'}). ` +
            'Ciérralo primero, o indica otra carpeta en DATA_DIR.',
        )
      }
      await pause(50)
    }
  }
}

function start({ postgres, data, account, settings, log }: Launch): Promise<Running> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', supervisor, 'sh', postgres, '-D', data, ...options], {
    ...asAccount(account),
    // A group of its own: Ctrl-C in the terminal is for Node, which still has requests to answer.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  // A supervisor that is already gone has nothing to be told.
  child.stdin?.on('error', () => {})
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  return new Promise((resolve, reject) => {
    const early: string[] = []
    let ready = false
    let stopping = false
    const running: Running = {
      ended,
      stop() {
        stopping = true
        child.stdin?.end()
        return ended
      },
    }
    onLines(child, (line) => {
      const text = line.replace(/^\w+:\s+/, '')
      if (!ready) early.push(text)
      if (!stopping && !routine.test(text) && (ready || line.startsWith('LOG:'))) log(`PostgreSQL: ${text}`)
      if (!ready && text.startsWith('database system is ready')) {
        ready = true
        resolve(running)
      }
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(early.join(' ') || `código ${code}`)))
    // Closing tells a supervisor that lost its PostgreSQL's watcher to go, too.
    child.once('exit', () => child.stdin?.end())
  })
}

function onLines(child: ChildProcess, take: (line: string) => void): void {
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) take(line)
  })
}

/** PostgreSQL's own process file: the process, and `starting`, `ready` or `stopping`. */
async function pidFile(data: string): Promise<[number | undefined, string | undefined]> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return [Number(lines[0]) || undefined, lines[7]?.trim()]
}

/**
 * After a container restarts, the process number that a killed PostgreSQL left may belong to something else of the
 * same account, and PostgreSQL would wait for it for ever. Where Linux says that it is no postgres, the file goes.
 */
async function forgetForeignPid(data: string): Promise<void> {
  const [pid] = await pidFile(data)
  if (pid === undefined) return
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  if (name !== undefined && name.trim() !== 'postgres')
    await rm(join(data, 'postmaster.pid'), { force: true })
}
