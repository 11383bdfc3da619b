// npm start, dev, test, format, backup, restore, admin, person, audit, import, doctor, bench and the drills, from a fresh clone
// on a machine with only Node and npm.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const [command, ...rest] = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Botica necesita Node 18 o posterior para iniciarse; este es el ${process.version}.`)
  process.exit(1)
}

// Imported after the check: an older Node would fail on its syntax with an unclear message.
const { build, fail, install, isImage, root, runtime } = await import('./prepare.mjs')

const OPERATOR = ['admin', 'person', 'audit', 'import', 'doctor']
if (isImage && !['start', 'backup', 'restore', ...OPERATOR].includes(command))
  fail(`La imagen tiene la tienda y sus comandos, no el código que necesita npm run ${command}.`)

if (command === 'start') {
  install()
  const node = runtime()
  if (!build(node)) fail('No se pudo construir la aplicación.')
  // Without these options, V8 lets the heap grow on a machine with much memory, and malloc keeps what each thread had at most
  // (docs/measurements.md).
  const { flags, environment } = JSON.parse(readFileSync(join(root, 'scripts/serve-options.json'), 'utf8'))
  handOver(node, [...flags, 'build/node/main.js', ...rest], {
    NODE_ENV: 'production',
    ...environment,
    // Caches the compiled bundle: the next start takes less time and memory.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  })
} else if (command === 'dev') {
  install()
  const watched = ['server', 'demo', 'contract', 'domain'].map((folder) => `--watch-path=${folder}`)
  handOver(runtime(), [...watched, '--watch-preserve-output', 'server/main.ts', '--dev', ...rest], {
    NODE_ENV: 'development',
    // The first administrator of a new database, the same for every developer.
    ADMIN_PASSWORD: process.env.ADMIN_PASSWORD || 'botica-dev',
  })
} else if (command === 'test') {
  install()
  const { runTests } = await import('./run-tests.mjs')
  process.exitCode = await runTests(runtime(), rest)
} else if (command === 'format') {
  install()
  handOver(runtime(), ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.', ...rest], {})
} else if (command === 'backup' || command === 'restore') {
  // A backup may run beside a shop that an update has not restarted yet, so its packages are not replaced.
  if (command === 'restore' || !existsSync(join(root, 'node_modules'))) install()
  handOver(runtime(), [program('backup/main'), command, ...rest], { NODE_ENV: 'production' })
} else if (OPERATOR.includes(command)) {
  if (!existsSync(join(root, 'node_modules'))) install()
  handOver(runtime(), [program(`operator/${command}`), ...rest], { NODE_ENV: 'production' })
} else if (command === 'drill') {
  const [name, ...options] = rest
  const script = `drills/${name}.ts`
  if (!/^[a-z]+$/.test(name ?? '') || !existsSync(join(root, script)))
    fail('Uso: node scripts/run.mjs drill NOMBRE; los simulacros están en drills/README.md')
  install()
  const node = runtime()
  // The servers of a drill are started as `npm start` starts them.
  if (!build(node)) fail('No se pudo construir la aplicación.')
  handOver(node, [script, ...options], { NODE_ENV: 'production' })
} else if (command === 'bench') {
  install()
  const node = runtime()
  if (!build(node)) fail('No se pudo construir la aplicación.')
  handOver(node, ['bench/run.ts', ...rest], { NODE_ENV: 'production' })
} else {
  fail(
    'Uso: node scripts/run.mjs start | dev | test | format | backup | restore | admin | person | audit | import | doctor | drill | bench',
  )
}

/** The file of an operator's program: its source, which is always of the checked out version, or in an image its build. */
function program(name) {
  return isImage ? `build/node/${name}.js` : `server/${name}.ts`
}

/** Runs a program in place of this one, with its output, signals and exit code. */
function handOver(node, parameters, variables) {
  const env = { ...process.env, ...variables }
  process.chdir(root)
  // Node 22.15 and newer: the program takes this process over.
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...parameters], env)
  const child = spawn(node, parameters, { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal sends Ctrl-C to both processes. A second signal would end the server at once.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  child.on('error', (error) => fail(`No se pudo ejecutar ${node}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + constants.signals[signal] : code))
}
