/** pgbouncer with `deploy/pgbouncer.ini`, its ports and paths filled in. */
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from '../child-process.ts'
import { DATABASE, deployed, makeFolder, PASSWORD, type Stand } from './stand.ts'

/** Starts pgbouncer on a port, in front of the primary's port. */
export async function startPooler(stand: Stand, { port, primary }: { port: number; primary: number }) {
  const home = makeFolder(stand, 'pgbouncer')
  const users = join(home, 'userlist.txt')
  const settings = join(home, 'pgbouncer.ini')
  const example = readFileSync(deployed(stand, 'pgbouncer.ini'), 'utf8')
  writeFileSync(
    settings,
    fill(example, {
      botica: `host=127.0.0.1 port=${primary} dbname=${DATABASE}`,
      listen_port: String(port),
      auth_file: users,
      logfile: join(home, 'pgbouncer.log'),
      pidfile: join(home, 'pgbouncer.pid'),
    }),
  )
  writeFileSync(users, `"${DATABASE}" "${PASSWORD}"\n`, { mode: 0o600 })
  for (const file of [users, settings]) {
    if (stand.account) chownSync(file, stand.account.uid, stand.account.gid)
  }
  const pgbouncer = await startProgram({
    name: 'pgbouncer',
    command: stand.programs.pgbouncer,
    args: [settings],
    env: {},
    logs: stand.logs,
    account: stand.account,
    cwd: '/',
  })
  stand.atEnd(() => pgbouncer.stop(5))
}

/** Replaces the values of settings in an ini file; each setting has to exist. */
function fill(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((filled, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm')
    if (!line.test(filled)) throw new Error(`deploy/pgbouncer.ini no tiene ${name}`)
    return filled.replace(line, () => `${name} = ${value}`)
  }, text)
}
