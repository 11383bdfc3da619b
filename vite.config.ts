import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

/**
 * `virtual:calls`: what the browser needs of the contract (`POST /user/login`), without the schemas and so without zod.
 */
function calls(): Plugin {
  const id = '\0virtual:calls'
  return {
    name: 'botica:calls',
    resolveId: (source) => (source === 'virtual:calls' ? id : undefined),
    async load(source) {
      if (source !== id) return
      const file = resolve(root, 'contract/calls.ts')
      this.addWatchFile(file)
      const contract = await import(`${pathToFileURL(file).href}?${Date.now()}`)
      const plain = Object.entries<{ method: string; path: string }>(contract.calls).map(
        ([name, { method, path }]) => [name, `${method} ${path}`],
      )
      return `export const calls = ${JSON.stringify(Object.fromEntries(plain))}`
    },
  }
}

/** Parts of the router that this application never turns on: 2 kB of the first load. */
const UNUSED_IN_ROUTER: Record<string, [from: string, to: string]> = {
  'lib/router/router.js': ['init.instrumentations', 'undefined'],
  'lib/dom/ssr/fog-of-war.js': ['!isFogOfWarEnabled(routeDiscovery, ssr)', 'true'],
}

/** Leaves them out of the browser's files. A router in which they look otherwise stops the build. */
function leanRouter(): Plugin {
  return {
    name: 'botica:lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = id.split('/react-router/dist/production/')[1]
      const change = file === undefined ? undefined : UNUSED_IN_ROUTER[file]
      if (!change) return undefined
      const [from, to] = change
      if (!code.includes(from)) this.error(`${file} has no ${from}: see UNUSED_IN_ROUTER in vite.config.ts`)
      return { code: code.replaceAll(from, to), map: null }
    },
  }
}

/**
 * Writes a .br and a .gz beside every text asset, so that the server never compresses a file it has compressed before. Last
 * of all: the router writes its manifest only with the server's build.
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

export default defineConfig(({ command }) => ({
  // The server's build holds all it needs: one copy of React and of the router, always their production form.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define:
    command === 'build'
      ? { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {},
  plugins: [calls(), tailwindcss(), reactRouter(), leanRouter(), precompress()],
  build: { assetsInlineLimit: 0, target: 'es2023' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // As few files as there are kinds of page: they pack better than twenty, and the first outlives changes of ours.
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'shell',
                  test: /app\/((api|root)\.|browser\/(session|browser-storage)\.|ui\/(button|icons|notice|page-error|page-title|progress)\.)|virtual:calls|contract\/messages/,
                },
                {
                  name: 'storefront',
                  test: /app\/(browser\/(cart|hydrated)|require-role|account\/(login-modal-state|login-host|use-loaded)|ui\/logo|storefront\/(category-menu|follow-links|layout|lazy-footer|navbar|phone-menu))\.tsx?$/,
                },
                {
                  name: 'catalogue',
                  test: /app\/(ui\/(badge|field|pagination|price|product-image|quantity-input|search-box)\.tsx|storefront\/(shop\/product-card|product\/unit-price|cart\/use-add-to-cart)\.tsx?)|domain\/(text|unit-price)\.ts/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Reached only by dynamic imports: named here, so that dev doesn't reload the page when it meets them.
  optimizeDeps: {
    include: ['leaflet', 'react-hook-form', '@hookform/resolvers/zod', 'zod'],
  },
}))
