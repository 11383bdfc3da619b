import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, asAccount } from './account.ts'

/**
 * A shell that supervises PostgreSQL and outlives Node: its stdin closes when Node ends, even by SIGKILL, and then it
 * requests a fast shutdown. When PostgreSQL ends first, the shell ends too, which Node sees.
 */
const SUPERVISOR = `exec 3<&0
"$@" </dev/null 3<&- & p=$!
( cat <&3 >/dev/null; kill -INT $p ) & w=$!
exec 3<&- </dev/null
wait $p; code=$?
kill $w 2>/dev/null
exit $code`

/** Messages of a normal start and shutdown, which aren't logged. */
const ROUTINE =
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

/** Starts PostgreSQL once a previous one has shut down, or once the memory of a killed one is free. */
export async function launchWhenFree(launch: Launch): Promise<Running> {
  const started = Date.now()
  for (;;) {
    await removeStalePidFile(launch.data)
    try {
      return await start(launch)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      const busy = /lock file ".*" already exists|shared memory block .* is still in use/s.test(text)
      if (!busy) throw new Error(`PostgreSQL no pudo iniciar: ${text}`, { cause: error })
      const [pid, status] = await readPidFile(launch.data)
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
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', postgres, '-D', data, ...options], {
    ...asAccount(account),
    // In its own process group: Ctrl-C in the terminal must stop Node first, which still has requests to answer.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  // Writing to a supervisor that has ended is no failure.
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
      if (!stopping && !ROUTINE.test(text) && (ready || line.startsWith('LOG:'))) log(`PostgreSQL: ${text}`)
      if (!ready && text.startsWith('database system is ready')) {
        ready = true
        resolve(running)
      }
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(early.join(' ') || `código ${code}`)))
    // Closing stdin also ends the supervisor's subshell that waits for it.
    child.once('exit', () => child.stdin?.end())
  })
}

function onLines(child: ChildProcess, handle: (line: string) => void): void {
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) handle(line)
  })
}

/** Reads PostgreSQL's process file: the process id, and `starting`, `ready` or `stopping`. */
async function readPidFile(data: string): Promise<[number | undefined, string | undefined]> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return [Number(lines[0]) || undefined, lines[7]?.trim()]
}

/**
 * Removes the process file of a killed PostgreSQL when its process id now belongs to another program, as after a restart of
 * a container: PostgreSQL would wait for that program forever. Works on Linux only.
 */
async function removeStalePidFile(data: string): Promise<void> {
  const [pid] = await readPidFile(data)
  if (pid === undefined) return
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  if (name !== undefined && name.trim() !== 'postgres')
    await rm(join(data, 'postmaster.pid'), { force: true })
}
