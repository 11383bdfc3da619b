import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin, type UserConfig } from 'vite'
import { serverOutput } from './rolldown.config.ts'
import { groupsFromRoutes } from './script-groups.ts'

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
