import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The Unix account PostgreSQL runs under when we are root, which PostgreSQL refuses to be. */
export interface Account {
  name: string
  uid: number
  gid: number
}

export const isRoot = process.getuid?.() === 0

/** Whoever owns the data runs PostgreSQL on it; a new folder goes to `postgres`, else `nobody`. */
export function accountFor(data: string | undefined): Account | undefined {
  if (!isRoot) return undefined
  const known = accounts()
  if (data !== undefined) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { name: known.find((one) => one.uid === uid)?.name ?? `uid ${uid}`, uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const found = known.find((one) => one.name === name)
    if (found) return found
  }
  throw new Error(
    'PostgreSQL no puede ejecutarse como root y este sistema no tiene los usuarios postgres ni nobody. ' +
      'Inicia Botica con otro usuario, o indica un servidor PostgreSQL en DATABASE_URL.',
  )
}

function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({ name: fields[0]!, uid: Number(fields[2]), gid: Number(fields[3]) }))
}

/** PostgreSQL gets no secrets of ours, and no PG* variable that would change what it does. */
const cleanEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C' }

/** How a child process takes on the account; nobody can be refused the folder `/`. */
export function asAccount(account: Account | undefined) {
  return { cwd: '/', env: cleanEnvironment, ...(account && { uid: account.uid, gid: account.gid }) }
}

/** Asks the kernel itself, by trying as that account: modes, ACLs and mounts all count. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...asAccount(account),
    stdio: 'ignore',
  })
  return probe.status === 0
}
