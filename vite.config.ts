import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin, type UserConfig } from 'vite'
import { serverOutput } from './rolldown.config.ts'

const root = import.meta.dirname

/**
 * Method and path of each call (`POST /user/login`), for the browser: `virtual:calls`, and those that only staff may make, which the
 * storefront doesn't load, as `virtual:staff-calls`. It leaves out the schemas and zod.
 */
function calls(): Plugin {
  const names = ['virtual:calls', 'virtual:staff-calls']
  return {
    name: 'botica:calls',
    resolveId: (source) => (names.includes(source) ? `\0${source}` : undefined),
    async load(id) {
      if (!names.includes(id.slice(1))) return
      const ofStaff = id.endsWith('staff-calls')
      const file = resolve(root, 'contract/calls.ts')
      this.addWatchFile(file)
      const contract = await import(`${pathToFileURL(file).href}?${Date.now()}`)
      const plain = Object.entries<{ method: string; path: string; access: string }>(contract.calls)
        .filter(([, { access }]) => ['staff', 'administrator'].includes(access) === ofStaff)
        .map(([name, { method, path }]) => [name, `${method} ${path}`])
      return `export const calls = ${JSON.stringify(Object.fromEntries(plain))}`
    },
  }
}

/**
 * Tells V8 that the functions of files which pages share are called as soon as these have loaded. It then compiles them in the background
 * while they arrive, not one by one on the main thread while the page hydrates
 * (docs/decisions/036-short-tasks-while-a-page-loads.md). The comment has to be the file's first line.
 */
function compileAtOnce(): Plugin {
  return {
    name: 'botica:compile-at-once',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && SHARED.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/** Files of several pages: React, the router, and the groups of {@link groupsFromRoutes}. */
const SHARED = ['react', 'router', 'shell', 'office', 'storefront', 'catalogue', 'lists']

/** Modules of the router that the shop never turns on: finding routes later (react-router.config.ts), and measuring the router itself. */
const UNUSED_OF_ROUTER = ['dom/ssr/fog-of-war.js', 'router/instrumentation.js'].map((file) =>
  normalizePath(resolve(root, 'node_modules/react-router/dist/production/lib', file)),
)

/**
 * Replaces what the router's other modules call in these by functions that do nothing. A build fails when the router has
 * no such module any more.
 */
function withoutUnusedRouter(): Plugin {
  const missing = new Set(UNUSED_OF_ROUTER)
  return {
    name: 'botica:without-unused-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: UNUSED_OF_ROUTER },
      handler(code, id) {
        const [, names] = /^export \{ (.+) \};$/m.exec(code) ?? []
        if (!names) return
        missing.delete(id)
        return {
          code: names
            .split(', ')
            .map((name) => `export function ${name}() {}`)
            .join('\n'),
          map: null,
        }
      },
    },
    buildEnd() {
      for (const id of missing) this.error(`vite.config.ts: the browser's scripts have no module ${id}`)
    },
  }
}

/**
 * Leaves the imports of each route out of the browser's list of routes, half of its bytes. The server writes them into the pages from a
 * list of its own. The browser would need them only for the router's own prefetching, in place of which there is storefront/prefetch-pages.ts.
 */
function shortManifest(): Plugin {
  return {
    name: 'botica:short-manifest',
    apply: 'build',
    buildApp: {
      order: 'post',
      async handler({ environments }) {
        const dir = resolve(root, environments.client!.config.build.outDir, 'assets')
        const names = await readdir(dir)
        const file = join(dir, names.find((name) => /^manifest-\w+\.js$/.test(name))!)
        const [, declaration, json] = /^(window\.\w+=)(.*);$/s.exec(await readFile(file, 'utf8'))!
        const manifest = JSON.parse(json!)
        for (const route of Object.values<{ imports?: string[] }>(manifest.routes)) delete route.imports
        await writeFile(file, `${declaration}${JSON.stringify(manifest)};`)
      },
    },
  }
}

/**
 * Writes a .br and a .gz beside every text asset, so that the server doesn't compress them for each request. It has to be
 * the last plugin, because the router writes its manifest with the server's build.
 */
function precompress(): Plugin {
  return {
    name: 'botica:precompress',
    apply: 'build',
    buildApp: {
      order: 'post',
      async handler({ environments }) {
        const dir = resolve(root, environments.client!.config.build.outDir)
        const names = await readdir(dir, { recursive: true })
        const texts = names.filter((name) => /\.(js|css|svg|txt|webmanifest)$/.test(name))
        await Promise.all(texts.map((name) => compressBeside(join(dir, name))))
      },
    },
  }
}

async function compressBeside(file: string) {
  const source = await readFile(file)
  if (source.length < 512) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(source, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * The groups of modules that share a file in the browser; the first that fits a module takes it. They are computed from
 * `app/routes.ts`, so a moved module stays in its group. Few files compress better than many. Packages and schemas are in no
 * group: only the pages that need them load them.
 */
async function groupsFromRoutes() {
  // Not a static import: with it Vite would restart the dev server after each change of the routes.
  const routes: RouteConfigEntry[] = (await import(pathToFileURL(resolve(root, 'app/routes.ts')).href))
    .default
  const storefront = routeAt(undefined, routes)
  const office = routeAt('dashboard', routes)
  const list = routeAt('tienda', storefront.children).file
  const product = routeAt('descripcion', storefront.children).file
  const productPages = [list, product]
  const packs = 'storefront/product/unit-price-text.ts'
  const home = routeAt(undefined, storefront.children, { index: true }).file
  const isShared = (neededBy: (file: string) => boolean) => filesOf(routes).filter(neededBy).length > 1
  const groups: [name: string, fits: (neededBy: (file: string) => boolean) => boolean][] = [
    // All pages of the storefront and of the back office.
    [
      'shell',
      (neededBy) =>
        neededBy('root.tsx') ||
        (neededBy(storefront.file) && neededBy(office.file)) ||
        ([storefront.file, home].some(neededBy) && filesOf(office.children).every(neededBy)),
    ],
    // All pages of the back office, and no page that shows products.
    ['office', (neededBy) => filesOf(office.children).every(neededBy) && !productPages.some(neededBy)],
    // All pages of the storefront, and what the home page has in common with those that show products: it loads no cards at first.
    [
      'storefront',
      (neededBy) => neededBy(storefront.file) || (neededBy(home) && productPages.some(neededBy)),
    ],
    // The product's page, together with any other page or with what reads packs.
    [
      'catalogue',
      (neededBy) => (neededBy(product) && isShared(neededBy)) || (neededBy(list) && neededBy(packs)),
    ],
    // The shop's list, together with any other page.
    ['lists', (neededBy) => neededBy(list) && isShared(neededBy)],
    // What pages that show products load for those that the server hasn't put into them.
    ['packs', (neededBy) => neededBy(packs)],
  ]
  const folders = ['app/', 'domain/'].map((folder) => normalizePath(join(root, folder)))
  return groups.map(([name, fits]) => ({
    debugName: name,
    test: (id: string) => folders.some((folder) => id.startsWith(folder)),
    name: (id: string, graph: Graph) => (fits((file) => importsOf(file, graph).has(id)) ? name : null),
  }))
}

function routeAt(
  path: string | undefined,
  routes: RouteConfigEntry[] = [],
  { index = false } = {},
): RouteConfigEntry {
  const found = routes.find((route) => route.path === path && Boolean(route.index) === index)
  if (!found) throw new Error(`vite.config.ts: app/routes.ts has no ${path ? `route ${path}` : 'layout'}`)
  return found
}

/** The files of routes and their children, each once. */
const filesOf = (routes: RouteConfigEntry[] = []): string[] => [
  ...new Set(routes.flatMap(({ file, children }) => [file, ...filesOf(children)])),
]

const imports = new Map<string, Set<string>>()

/** A module of app/ and everything that it imports statically, as module ids. */
function importsOf(file: string, graph: Graph): Set<string> {
  const known = imports.get(file)
  if (known) return known
  const id = normalizePath(resolve(root, 'app', file))
  if (!graph.getModuleInfo(id)) throw new Error(`vite.config.ts: ${id} is not in the browser's build`)
  const found = new Set([id])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  imports.set(file, found)
  return found
}

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    // The server's build bundles every package: one copy of React and of the router, always in production mode.
    ssr: { noExternal: command === 'build' ? true : undefined },
    define:
      command === 'build'
        ? { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
        : {},
    plugins: [
      calls(),
      tailwindcss(),
      reactRouter(),
      withoutUnusedRouter(),
      compileAtOnce(),
      shortManifest(),
      precompress(),
    ],
    build: { assetsInlineLimit: 0, target: 'es2023' },
    environments: {
      ssr: { build: { rolldownOptions: { output: serverOutput } } },
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // Files of their own: they stay in the browser's cache when the shop changes. Two, so that none keeps the browser busy for long.
                  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                  { name: 'router', test: /node_modules\/react-router\// },
                  ...(command === 'build' ? await groupsFromRoutes() : []),
                ],
              },
            },
          },
        },
      },
    },
    // Imported dynamically: without this list, dev reloads the page when it finds them.
    optimizeDeps: {
      include: ['leaflet', 'react-hook-form', '@hookform/resolvers/zod', 'zod'],
    },
  }),
)
