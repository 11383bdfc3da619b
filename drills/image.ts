/**
 * `npm run drill:image`: builds the image of deploy/ and runs it as an operator does: read-only but for its volume and /tmp, with
 * commands in the container, stopped, and replaced over its volume. Needs podman.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runDrill } from './run-drill.ts'
import { waitFor } from './wait-for.ts'

const { values } = parseArgs({
  options: {
    /** An older image of the shop, over whose volume the new one starts; absent: the new one itself. */
    from: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const root = join(import.meta.dirname, '..')
const DOCKERFILE = 'deploy/Dockerfile'
/** The most MB that the image adds to its base. */
const MAX_ADDED = 300
/** The name of the image, the container and the volume, which is mounted at the folder of the image's `VOLUME`. */
const NAME = `botica-drill-${process.pid}`
const DATA = '/srv/botica'
const LIST = 'Código de barras;Nombre;Precio\\n7801112223334;Alcohol gel 250 ml;1990\\n'
const EMAIL = 'jefa@simulacro.cl'

const run = (...args: string[]) =>
  spawnSync('podman', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })

if (run('--version').status !== 0) {
  console.error('Falta podman: la imagen no se probó. En Debian, como root: apt-get install podman buildah')
  process.exit(1)
}

await runDrill({ name: 'image', minutes: 15, keep: values.keep }, async ({ atEnd }) => {
  atEnd(() => {
    run('rm', '--force', '--time', '5', NAME)
    run('volume', 'rm', '--force', NAME)
    if (!values.keep) run('rmi', NAME)
  })
  // The docker format has the health check. Without layers nothing of the first stage is left behind.
  const build = ['build', '--format=docker', '--layers=false', '--file', DOCKERFILE, '--tag', NAME, '.']
  time('construida', () => podman(...build))
  const base = /^FROM (\S+)$/m.exec(readFileSync(join(root, DOCKERFILE), 'utf8'))?.[1] ?? ''
  const added = Math.round(megabytes(NAME) - megabytes(base))
  console.log(`agrega ${added} MB a ${base}, se permiten ${MAX_ADDED}`)

  const first = await start(values.from ?? NAME)
  if (podman('exec', NAME, 'id', '-u') === '0') throw new Error('La tienda se ejecuta como root.')
  podman('healthcheck', 'run', NAME)
  const password = /contraseña (\S+)/.exec(npmRun('admin', 'create', EMAIL))?.[1]
  const picture = /\/api\/products\/image\/[^"?]+/.exec(await read(`${first}/tienda`))?.[0] ?? ''
  const pixels = await read(first + picture)
  time('admin, doctor, audit, person, import, backup y restore en el contenedor', operate)
  stop()

  const renewed = await start(NAME)
  await logIn(renewed, password)
  if ((await read(renewed + picture)) !== pixels) throw new Error(`${picture} cambió.`)
  stop()
  return added <= MAX_ADDED
})

/** Runs podman and returns its output. */
function podman(...args: string[]): string {
  const { status, stdout, stderr } = run(...args)
  if (status !== 0)
    throw new Error(`podman ${args.join(' ')} terminó con ${status}:\n${(stdout + stderr).slice(-2_000)}`)
  return stdout.trim()
}

/** Runs an operator's command in the container. */
function npmRun(command: string, ...args: string[]): string {
  return podman('exec', NAME, 'npm', 'run', '-s', command, '--', ...args)
}

function operate() {
  npmRun('doctor')
  if (!npmRun('audit').includes(EMAIL)) throw new Error('La auditoría no tiene la cuenta creada.')
  npmRun('person', 'export', EMAIL)
  podman('exec', NAME, 'sh', '-c', `printf '${LIST}' > ${DATA}/lista.csv`)
  npmRun('import', `${DATA}/lista.csv`, '--preview')
  npmRun('backup', `${DATA}/respaldo`)
  podman('exec', '--env', `DATA_DIR=${DATA}/otra`, NAME, 'npm', 'run', 'restore', '--', `${DATA}/respaldo`)
}

/** Starts a container over the volume, and returns its address once it is ready. */
async function start(image: string): Promise<string> {
  const began = performance.now()
  const places = ['--read-only', '--tmpfs', '/tmp', '--volume', `${NAME}:${DATA}`]
  const env = ['--env', 'DEMO=on', '--env', 'LIMIT_PER_ADDRESS=off']
  podman('run', '--detach', '--name', NAME, ...places, ...env, '--publish', '127.0.0.1::3000', image)
  const url = `http://${podman('port', NAME, '3000')}`
  try {
    await waitFor(() => read(`${url}/api/health`), { what: 'la tienda lista', seconds: 120 })
  } catch (cause) {
    throw new Error(run('logs', NAME).stdout, { cause })
  }
  console.log(`lista en ${secondsSince(began)} s`)
  return url
}

/** Stops the shop as `podman stop` does, and removes its container. */
function stop() {
  time('detenida', () => podman('stop', '--time', '90', NAME))
  const code = podman('inspect', NAME, '--format', '{{.State.ExitCode}}')
  if (code !== '0') throw new Error(`La tienda terminó con el código ${code}.`)
  podman('rm', NAME)
}

async function read(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

async function logIn(base: string, password: string | undefined) {
  const body = JSON.stringify({ email: EMAIL, password })
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${base}/api/admin/login`, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`La cuenta creada antes no puede entrar: ${status}`)
}

function megabytes(image: string): number {
  return Number(podman('image', 'inspect', image, '--format', '{{.Size}}')) / 1_000_000
}

function time(step: string, work: () => void) {
  const began = performance.now()
  work()
  console.log(`${step} en ${secondsSince(began)} s`)
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1)
}
