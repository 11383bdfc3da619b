/** A disk in memory that can be filled to its last byte. */
import { execFile } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this account may mount a disk; only Linux has tmpfs. */
export const canMount = () => process.platform === 'linux' && process.getuid?.() === 0

/** Milliseconds between two checks whether room became free. */
const POLL_INTERVAL_MS = 100

/** Creates a folder and mounts the disk there; needs root. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  const ballast = join(folder, 'lastre')
  let file: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    /** Keeps the disk full until `free`, also when a program deletes a file. */
    fill() {
      file = openSync(ballast, 'w')
      const top = () => fillUp(file!)
      top()
      timer = setInterval(top, POLL_INTERVAL_MS)
    },
    free() {
      clearInterval(timer)
      if (file !== undefined) closeSync(file)
      file = undefined
      rmSync(ballast, { force: true })
    },
    async unmount() {
      clearInterval(timer)
      await run('umount', [folder])
    },
  }
}

/** Writes until the disk is full, the last bytes one by one. */
function fillUp(file: number) {
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 8)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
