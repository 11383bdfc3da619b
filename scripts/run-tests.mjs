// npm test: runs every check, even after a failure. The last line has the totals.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { build, root } from './prepare.mjs'

const results = join(root, 'test-results')
const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')

/**
 * Runs the checks and returns the exit code. `--only=types|lint|unit|e2e` (or several, with commas); other parameters go to the
 * test runners.
 */
export async function runTests(node, parameters) {
  const only = parameters
    .filter((one) => one.startsWith('--only='))
    .flatMap((one) => one.slice('--only='.length).split(','))
  const extra = parameters.filter((one) => !one.startsWith('--only='))
  const { NODE_ENV: _, ...environment } = process.env

  const run = (script, options = [], variables = {}) =>
    spawnSync(node, [`node_modules/${script}`, ...options], {
      cwd: root,
      stdio: 'inherit',
      env: { ...environment, ...variables },
    }).status === 0

  const steps = [
    { name: 'build', title: 'Aplicación', needs: ['build', 'unit', 'e2e'], run: () => build(node) },
    {
      name: 'types',
      title: 'Tipos',
      run: () => run('@react-router/dev/bin.cjs', ['typegen']) && run('typescript/bin/tsc', ['--noEmit']),
    },
    {
      name: 'lint',
      title: 'Estilo y pisos (Biome)',
      run: () => run('@biomejs/biome/bin/biome', ['ci', '.']),
    },
    { name: 'lint', title: 'Nada sin uso (Knip)', run: () => run('knip/bin/knip.js') },
    { name: 'unit', title: 'Unidades y API (Vitest)', run: () => unit(run, extra) },
    { name: 'e2e', title: 'Navegador (Playwright)', run: () => e2e(run, extra) },
  ]
  const names = new Set(steps.map((step) => step.name))
  const unknown = only.find((name) => !names.has(name))
  if (unknown !== undefined) {
    console.error(`--only=${unknown} no existe. Opciones: ${[...names].join(', ')}`)
    return 1
  }

  mkdirSync(results, { recursive: true })
  const sum = { passed: 0, failed: 0 }
  const tests = []
  for (const step of steps) {
    if (only.length > 0 && !(step.needs ?? [step.name]).some((name) => only.includes(name))) continue
    console.log(`\n── ${step.title} ${'─'.repeat(Math.max(1, 70 - step.title.length))}`)
    const started = Date.now()
    const outcome = step.run()
    const { passed, failed } =
      typeof outcome === 'boolean' ? { passed: +outcome, failed: +!outcome } : outcome
    tests.push(...(outcome.tests ?? []))
    sum.passed += passed
    sum.failed += failed
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`── ${failed === 0 ? 'bien' : 'FALLÓ'}: ${passed} passed, ${failed} failed, ${seconds} s`)
  }
  printSlowest(tests)
  printFailures(tests)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 ? 0 : 1
}

/** The ten tests that took longest, of both runners. */
function printSlowest(tests) {
  if (tests.length === 0) return
  console.log('\nLas pruebas más lentas:')
  for (const { name, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

/** The tests that failed, once more by name: their own output is far above. */
function printFailures(tests) {
  const failed = tests.filter((test) => test.failed)
  if (failed.length === 0) return
  console.log('\nFallaron:')
  for (const { name } of failed) console.log(`  ${name}`)
}

function unit(run, extra) {
  installPgbouncer()
  const file = join(results, 'vitest.json')
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-results.mjs']
  const green = run('vitest/vitest.mjs', ['run', ...reporters, ...extra], {
    VITEST_RESULTS: file,
    // Just built: the tests' servers are started as `npm start` starts them, in half the time that their sources take.
    BUILT_SERVER: 'build/node',
  })
  return read(file, green, (report) => report)
}

function e2e(run, extra) {
  const chromium = findChromium([HEADLESS_SHELL]) ?? installShell() ?? findChromium() ?? installChromium()
  if (chromium === undefined) return { passed: 0, failed: 1 }
  const file = join(results, 'playwright.json')
  rmSync(file, { force: true })
  const green = run('@playwright/test/cli.js', ['test', '--reporter=list,json', ...extra], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return read(file, green, ({ stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    tests: suites.flatMap(listTests),
  }))
}

/** The browser tests of a suite, with the time of all their attempts and how they ended. */
const listTests = ({ suites = [], specs }) => [
  ...suites.flatMap(listTests),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results, status }) => ({
      name: `e2e/${file} › ${title} (${projectName})`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      failed: status === 'unexpected',
    })),
  ),
]

/** Reads a runner's report. A failed runner counts at least one failure, also without a report. */
function read(file, green, summarize) {
  const { passed, failed, tests } = existsSync(file)
    ? summarize(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, tests: [] }
  return { passed, failed: green ? failed : Math.max(1, failed), tests }
}

/** Chromium without its window, in which the browser tests run faster. */
const HEADLESS_SHELL = 'chromium-headless-shell'

function findChromium(names = ['chromium', 'chromium-browser', 'google-chrome']) {
  const onPath = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  )
  return [process.env.CHROMIUM_PATH, ...onPath].find((path) => path && existsSync(path))
}

/** Installs the headless shell. Undefined on a system without such a package, where Chromium runs the tests. */
function installShell() {
  const installed = isRootOnDebian && installPackages(HEADLESS_SHELL, 'fonts-liberation')
  return installed ? findChromium([HEADLESS_SHELL]) : undefined
}

function installChromium() {
  if (isRootOnDebian && installPackages('chromium', 'fonts-liberation')) return findChromium()
  console.error(
    'Las pruebas en el navegador necesitan Chromium y no se pudo instalar aquí. En Debian o Ubuntu, como root:\n' +
      '  apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation\n' +
      'o indica dónde está: CHROMIUM_PATH=/ruta/a/chromium npm test\n' +
      '(Browser tests need Chromium: install it as above, or set CHROMIUM_PATH.)',
  )
  return undefined
}

/**
 * Installs pgbouncer for the test behind a pooler, which is skipped without it. Not where systemd runs: the package would start a
 * pgbouncer there.
 */
function installPgbouncer() {
  if (existsSync('/usr/sbin/pgbouncer') || !isRootOnDebian || existsSync('/run/systemd/system')) return
  installPackages('pgbouncer')
}

function installPackages(...names) {
  console.log(`Instalando ${names.join(', ')}…`)
  const apt = (...parameters) =>
    spawnSync('apt-get', parameters, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names)
}
