import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROCESS_ENV } from './process-env.ts'

/** Runs a program of the repository as the operator does, from the build if `npm test` has made it, and returns its output. */
export async function runProgram(program: string, parameters: string[], env: Record<string, string>) {
  const built = join(process.env.BUILT_SERVER ?? '', program.replace(/^server\/(.*)\.ts$/, '$1.js'))
  const file = process.env.BUILT_SERVER && existsSync(built) ? built : program
  const output = promisify(execFile)(process.execPath, [file, ...parameters], {
    env: { ...PROCESS_ENV, ...env },
  })
  return output.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}
