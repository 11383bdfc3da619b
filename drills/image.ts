/**
 * `npm run drill:image`: builds the image of deploy/ and runs it as an operator does: read-only but for its volume and /tmp, with
 * commands in the container, stopped, and replaced over its volume. Needs podman.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printVerdict, runDrill, waitFor } from './run-drill.ts'

/** `from`: an older image of the shop, over whose volume the new one starts; absent: the new one itself. */
const defaults = { from: '' }

const root = join(import.meta.dirname, '..')
const DOCKERFILE = 'deploy/Dockerfile'
/** The most MB that the image adds to its base. */
const MAX_ADDED = 300
/** The name of the image, the container and the volume, which is mounted at the folder of the image's `VOLUME`. */
const NAME = `botica-drill-${process.pid}`
const DATA = '/srv/botica'
const LIST = 'Código de barras;Nombre;Precio\\n7801112223334;Alcohol gel 250 ml;1990\\n'
const EMAIL = 'jefa@simulacro.cl'

await runDrill(defaults, async ({ atEnd }, { from }) => {
  if (spawnSync('podman', ['--version']).status !== 0) {
    console.error('Sin probar, falta: apt-get install podman buildah')
    return false
  }
  atEnd(() => {
    for (const command of [`rm --force --time 5 ${NAME}`, `volume rm --force ${NAME}`, `rmi ${NAME}`])
      spawnSync('podman', command.split(' '))
  })
  // The docker format has the health check. Without layers nothing of the first stage is left behind.
  podman('build', '--format=docker', '--layers=false', '--file', DOCKERFILE, '--tag', NAME, '.')
  const base = /^FROM (\S+)$/m.exec(readFileSync(join(root, DOCKERFILE), 'utf8'))?.[1] ?? ''
  const [size, ofBase] = [NAME, base].map(
    (image) => Number(podman('image', 'inspect', image, '--format', '{{.Size}}')) / 1e6,
  )
  const added = Math.round(size! - ofBase!)

  const first = await start(from || NAME)
  if (podman('exec', NAME, 'id', '-u') === '0') throw new Error('La tienda se ejecuta como root.')
  podman('healthcheck', 'run', NAME)
  const password = /contraseña (\S+)/.exec(npmRun('admin', 'create', EMAIL))?.[1]
  const picture = /\/api\/products\/image\/[^"?]+/.exec(await read(`${first}/tienda`))?.[0] ?? ''
  const pixels = await read(first + picture)
  npmRun('doctor')
  if (!npmRun('audit').includes(EMAIL)) throw new Error('La auditoría no tiene la cuenta creada.')
  npmRun('person', 'export', EMAIL)
  podman('exec', NAME, 'sh', '-c', `printf '${LIST}' > ${DATA}/lista.csv`)
  npmRun('import', `${DATA}/lista.csv`, '--preview')
  npmRun('backup', `${DATA}/respaldo`)
  podman('exec', '--env', `DATA_DIR=${DATA}/otra`, NAME, 'npm', 'run', 'restore', '--', `${DATA}/respaldo`)
  stop()

  const renewed = await start(NAME)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: EMAIL, password })
  await read(`${renewed}/api/admin/login`, { method: 'POST', headers, body })
  const isSame = (await read(renewed + picture)) === pixels
  stop()
  return printVerdict(isSame && added <= MAX_ADDED, [
    `agrega ${added} MB a ${base}, se permiten ${MAX_ADDED}`,
    `${picture} ${isSame ? 'es la misma' : 'cambió'}`,
  ])
})

/** Runs podman and returns its output. */
function podman(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('podman', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  if (status === 0) return stdout.trim()
  throw new Error(`podman ${args.join(' ')} terminó con ${status}:\n${(stdout + stderr).slice(-2_000)}`)
}

/** Runs an operator's command in the container. */
function npmRun(command: string, ...args: string[]): string {
  return podman('exec', NAME, 'npm', 'run', '-s', command, '--', ...args)
}

/** Starts a container over the volume, and returns its address once it is ready. */
async function start(image: string): Promise<string> {
  const places = `--read-only --tmpfs /tmp --volume ${NAME}:${DATA} --publish 127.0.0.1::3000`
  const settings = '--env DEMO=on --env LIMIT_PER_ADDRESS=off'
  podman(...`run --detach --name ${NAME} ${places} ${settings} ${image}`.split(' '))
  const url = `http://${podman('port', NAME, '3000')}`
  await waitFor('la tienda lista', 120, () => read(`${url}/api/health`)).catch((error) => {
    throw new Error(podman('logs', NAME), { cause: error })
  })
  return url
}

/** Stops the shop as `podman stop` does, and removes its container. */
function stop() {
  podman('stop', '--time', '90', NAME)
  const code = podman('inspect', NAME, '--format', '{{.State.ExitCode}}')
  if (code !== '0') throw new Error(`La tienda terminó con el código ${code}.`)
  podman('rm', NAME)
}

async function read(url: string, request?: RequestInit): Promise<string> {
  const answer = await fetch(url, request)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}
