import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { withDatabase } from './postgres-server.ts'

/** Runs a program of the repository as the operator does, and answers what it printed. */
export async function runProgram(program: string, parameters: string[], env: Record<string, string>) {
  const output = promisify(execFile)(process.execPath, [program, ...parameters], {
    env: { PATH: process.env.PATH, ...env },
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

/** The `DATABASE_URL` of a test's database. */
export async function addressOf(database: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  return withDatabase(inject('postgresUrl'), rows[0]!.name)
}
