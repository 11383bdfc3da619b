import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROCESS_ENV } from './process-env.ts'

/** Runs a program of the repository as the operator does, and answers what it printed. */
export async function runProgram(program: string, parameters: string[], env: Record<string, string>) {
  const output = promisify(execFile)(process.execPath, [program, ...parameters], {
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
