import { readFile, rm, stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'

const pathOf = (data: string) => join(data, 'postmaster.pid')

/** The content of PostgreSQL's process file, which may be incomplete. */
export interface ProcessFile {
  pid?: number
  /** The data folder, as the process that wrote the file calls it. */
  data?: string
  /** The socket's folder. */
  socket?: string
  /** `starting`, `ready` or `stopping`. */
  status?: string
}

export async function readProcessFile(data: string): Promise<ProcessFile> {
  const text = await readFile(pathOf(data), 'utf8').catch(() => '')
  const [pid, folder, , , socket, , , status] = text.split('\n').map((line) => line.trim() || undefined)
  return { pid: Number(pid) || undefined, data: folder, socket, status }
}

/**
 * Whether a PostgreSQL listens on the data folder's socket. This is certain even when it is too busy to answer, or runs in another
 * container, whose process ids mean nothing here.
 */
export async function isListening(data: string, socket: string): Promise<boolean> {
  const file = await readProcessFile(data)
  // In a copy of a running shop's folder, the file names the original's socket.
  const folders = new Set([socket, ...(file.socket && file.data === data ? [file.socket] : [])])
  const results = await Promise.all([...folders].map((folder) => canConnect(join(folder, '.s.PGSQL.5432'))))
  return results.includes(true)
}

function canConnect(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    // EAGAIN means a full queue of connections, so a process is listening.
    connection.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'))
  })
}

/**
 * Removes a killed PostgreSQL's process file when another program has its process id, as after a container's restart: PostgreSQL would
 * wait for that program forever. The caller must hold the data folder's lock; does nothing without `/proc`.
 */
export async function removeStaleProcessFile(data: string): Promise<void> {
  const { pid } = await readProcessFile(data)
  if (pid !== undefined && (await isOtherProgram(pid, data))) await rm(pathOf(data), { force: true })
}

/** Whether the process is another program; false also for an invisible process, where PostgreSQL checks its shared memory. */
async function isOtherProgram(pid: number, data: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  if (name === undefined) return false
  if (name.trim() !== 'postgres') return true
  // A PostgreSQL with another working folder serves another database.
  const [workplace, own] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(data).catch(() => undefined),
  ])
  return Boolean(workplace && own && (workplace.ino !== own.ino || workplace.dev !== own.dev))
}
