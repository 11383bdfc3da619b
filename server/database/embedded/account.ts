import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { OperatorError } from '../../operator-error.ts'

/** The Unix account that runs PostgreSQL when this process is root: PostgreSQL refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

export const isRoot = process.getuid?.() === 0

/** Finds the account: the owner of an existing data folder, for a new one `postgres`, else `nobody`. */
export function findAccount(data: string | undefined): Account | undefined {
  if (!isRoot) return undefined
  const known = readAccounts()
  if (data !== undefined) {
    const { uid, gid } = statSync(data)
    if (uid !== 0)
      return { name: known.find((account) => account.uid === uid)?.name ?? `uid ${uid}`, uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const found = known.find((account) => account.name === name)
    if (found) return found
  }
  throw new OperatorError(
    'PostgreSQL no puede ejecutarse como root y este sistema no tiene los usuarios postgres ni nobody. ' +
      'Inicia Botica con otro usuario, o indica un servidor PostgreSQL en DATABASE_URL.',
  )
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({ name: fields[0]!, uid: Number(fields[2]), gid: Number(fields[3]) }))
}

/** An environment without the server's secrets, and without the PG* variables that change PostgreSQL's behaviour. */
const cleanEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C' }

/** Options to spawn a process as the account. Its working folder is `/`, which every account can enter. */
export function asAccount(account: Account | undefined) {
  return { cwd: '/', env: cleanEnvironment, ...(account && { uid: account.uid, gid: account.gid }) }
}

/** Tries to enter the folder as the account: this respects modes, ACLs and mounts. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...asAccount(account),
    stdio: 'ignore',
  })
  return probe.status === 0
}
