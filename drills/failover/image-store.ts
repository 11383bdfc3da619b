/** The S3-compatible store of the failover drill, which can be stopped and started again on the same folder. */
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Started, startProgram } from '../child-process.ts'
import { waitFor } from '../wait-for.ts'
import type { Stand } from './stand.ts'

export class ImageStore {
  readonly env: Record<string, string>
  readonly #stand: Stand
  readonly #port: number
  #process: Started | undefined

  constructor(stand: Stand, port: number) {
    this.#stand = stand
    this.#port = port
    mkdirSync(join(stand.folder, 's3'))
    // The store accepts this pair of keys.
    this.env = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'botica',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    stand.atEnd(() => this.kill())
  }

  async start() {
    const { folder, logs } = this.#stand
    this.#process = await startProgram({
      name: 's3',
      command: process.execPath,
      args: [join(import.meta.dirname, 'store-process.ts'), String(this.#port), join(folder, 's3')],
      env: {},
      logs,
    })
    await waitFor(() => this.#listens(), { what: 'el almacén S3', seconds: 30 })
  }

  async kill() {
    this.#process?.kill('SIGKILL')
    await this.#process?.ended
  }

  #listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  }
}
