/** A server as `npm start` runs it. A server that dies is counted and started again, as systemd would. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import serveOptions from '../scripts/serve-options.json' with { type: 'json' }
import { type Started, startProgram } from './child-process.ts'
import { signalTree } from './processes.ts'
import { waitFor } from './wait-for.ts'

const root = join(import.meta.dirname, '..')
/** Seconds for the requests in flight when a server is asked to end. */
const STOP_SECONDS = 30
const READY_SECONDS = 60

type Options = {
  name: string
  port: number
  /** Environment variables of the server, in addition to its address. */
  env: Record<string, string>
  /** The drill's folder. */
  folder: string
  /** Another Node program that listens on the environment's PORT, and a path whose answer is below 500 once the program is ready. */
  program?: string[]
  path?: string
}

export class AppServer {
  readonly name: string
  readonly url: string
  /** Number of unexpected ends of the server. */
  deaths = 0
  readonly #options: Options
  #process: Started | undefined
  #wanted = false

  constructor(options: Options) {
    this.#options = options
    this.name = options.name
    this.url = `http://127.0.0.1:${options.port}`
  }

  /** The process, which leads a group of its own. */
  get pid(): number {
    if (!this.#process) throw new Error(`${this.name} was never started`)
    return this.#process.pid
  }

  async start() {
    const { name, port, env, folder, program } = this.#options
    this.#wanted = true
    const logs = join(folder, 'logs')
    mkdirSync(logs, { recursive: true })
    const child = await startProgram({
      name,
      command: process.execPath,
      args: program ?? [...serveOptions.flags, 'build/node/main.js'],
      cwd: root,
      logs,
      group: true,
      env: {
        ...serveOptions.environment,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, name),
        DEMO: 'off',
        // All customers of a drill share one address.
        LIMIT_PER_ADDRESS: 'off',
        ...env,
      },
    })
    this.#process = child
    void child.ended.then(async ({ code, signal }) => {
      if (!this.#wanted || this.#process !== child) return
      this.deaths += 1
      console.log(`  ${name} murió (${signal ?? `código ${code}`}): ${this.#lastError()}`)
      await pause(1000)
      if (this.#wanted) await this.start()
    })
  }

  async isReady(): Promise<boolean> {
    const { path = '/api/health' } = this.#options
    const answer = await fetch(this.url + path, { signal: AbortSignal.timeout(3_000) })
    await answer.body?.cancel()
    return answer.status < 500
  }

  async ready() {
    await waitFor(() => this.isReady(), { what: `${this.name} listo`, seconds: READY_SECONDS, every: 10 })
  }

  /** Kills the server's process group with SIGKILL; with `everything`, also the processes that the server started. */
  async kill({ everything = false } = {}) {
    this.#wanted = false
    if (!this.#process?.isRunning()) return
    if (everything) signalTree(this.pid, 'SIGKILL')
    else process.kill(-this.pid, 'SIGKILL')
    await this.#process.ended
  }

  /** Stops the server as systemd does. A server that has to be killed, or ends with an error, counts as dead. */
  async stop() {
    this.#wanted = false
    if (!this.#process?.isRunning()) return
    const inTime = await this.#process.stop(STOP_SECONDS)
    const { code } = await this.#process.ended
    if (!inTime || code !== 0) {
      this.deaths += 1
      console.log(`  ${this.name} no terminó bien (código ${code}): ${this.#lastError()}`)
    }
  }

  #lastError(): string {
    const text = readFileSync(join(this.#options.folder, 'logs', `${this.name}.log`), 'utf8')
    const lines = text.split('\n').filter((line) => /^\w*error\b|ERR_|^\w+ no /i.test(line))
    return lines.at(-1)?.slice(0, 160) ?? 'sin mensaje'
  }
}
