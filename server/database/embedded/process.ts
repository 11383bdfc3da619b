import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../../operator-error.ts'
import { type Account, asAccount } from './account.ts'
import { isListening, readProcessFile, removeStaleProcessFile } from './process-file.ts'

const LOCKED = 'botica-locked'
const READY_TO_START = 'botica-ready'

/**
 * A shell that shuts PostgreSQL down when Node ends, even by SIGKILL, which closes the shell's stdin.
 *
 * PostgreSQL's processes inherit the shell's lock of the data folder, which also holds across containers.
 */
const SUPERVISOR = `exec 8>>"$1/botica.lock" || exit 1
if command -v flock >/dev/null && ! problem=$(flock -n 8 2>&1) && [ -z "$problem" ]; then
  echo ${LOCKED} >&2
  exit 1
fi
echo ${READY_TO_START} >&2
read -r go || exit 1
shift
exec 3<&0
"$@" </dev/null 3<&- & p=$!
( cat <&3 >/dev/null; kill -INT $p ) 8>&- & w=$!
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
  /** The folder of PostgreSQL's socket. */
  socket: string
  account: Account | undefined
  settings: Record<string, string>
  log: (text: string) => void
  /** Called as soon as PostgreSQL begins to start. */
  onStarting?: () => void
}

export interface Running {
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL once an earlier one has shut down, or once the shared memory of a killed one is free.
 *
 * @throws OperatorError when another PostgreSQL keeps running; its files stay untouched
 */
export async function launchWhenFree(launch: Launch): Promise<Running> {
  const { data, socket } = launch
  const started = Date.now()
  for (;;) {
    const listening = await isListening(data, socket)
    const result = listening ? 'busy' : await start(launch)
    if (result !== 'busy') return result
    const { pid, status } = await readProcessFile(data)
    // The last processes of a killed PostgreSQL, which listens no more, take their time on a busy machine.
    const patience = status === 'stopping' ? 60_000 : listening ? 2_000 : 15_000
    if (Date.now() - started > patience) {
      throw new OperatorError(
        `Ya hay un Botica en marcha con la base de datos ${data} (proceso ${pid ?? 'desconocido'}). ` +
          'Ciérralo primero, o indica otra carpeta en DATA_DIR.',
      )
    }
    await pause(50)
  }
}

/** PostgreSQL's messages when another process uses the data folder. */
const BUSY = /lock file ".*" already exists|shared memory block .* is still in use/

function start(launch: Launch): Promise<Running | 'busy'> {
  const { postgres, data, socket, account, settings, log, onStarting } = launch
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', data, postgres, '-D', data, ...options], {
    ...asAccount(account),
    // A separate process group: Ctrl-C in the terminal must stop Node first, which still has requests to answer.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  // Ignores a write to a supervisor that has ended.
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
    /** Starts PostgreSQL unless one is listening. This start holds the lock of the data folder. */
    const startUnlessListening = async () => {
      if (await isListening(data, socket)) {
        early.push(LOCKED)
        child.stdin?.end()
        return
      }
      await removeStaleProcessFile(data)
      child.stdin?.write('go\n', () => onStarting?.())
    }
    onLines(child, (line) => {
      if (line === READY_TO_START) return void startUnlessListening().catch(reject)
      const text = line.replace(/^\w+:\s+/, '')
      if (!ready) early.push(text)
      if (!stopping && !ROUTINE.test(text) && (ready || line.startsWith('LOG:'))) log(`PostgreSQL: ${text}`)
      if (!ready && text.startsWith('database system is ready')) {
        ready = true
        resolve(running)
      }
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const text = early.join(' ')
      if (early.some((line) => line === LOCKED || BUSY.test(line))) resolve('busy')
      else reject(new OperatorError(`PostgreSQL no pudo iniciar: ${text || `código ${code}`}`))
    })
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
