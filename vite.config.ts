import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

/** Modules that every page of the storefront loads besides its layout, in one file: small files compress badly. */
const FRAME_MODULES = [
  'account/login-modal-state',
  'boot/prefetched',
  'browser/(first-move|large-type)',
  'cart/cart',
  'pages/page-(error|meta)',
  'storefront/(legal-facts|search/suggesting|service-facts|shop/shop-links)',
  'ui/(history-pops|logo|phone-link|skeleton|skip-link|use-lazy-part)',
]
/** Modules that the shop's list and the back office's lists share. */
const LIST_MODULES = ['browser/destination', 'listing/url-state', 'text', 'ui/select-when-focused']
/** Modules that every page with products loads. */
const PRODUCT_MODULES = [
  'cart/bought',
  'storefront/(cart/use-add-to-cart|product/unit-price|shop/product-card)',
  'ui/(badge|image-url|picture|price|product-image)',
  'stock',
]
/** Modules of most forms, also of those in modals. Some forms load their schemas later. */
const FORM_MODULES = [
  'react-hook-form/dist/index.esm',
  'forms/(draft|in-modal|use-action|use-submit)',
  'rut',
  'ui/(file-field|modal|show-modal)',
]
const SCHEMA_MODULES =
  /\/node_modules\/(zod|@hookform)\/|\/contract\/(call|fields)\.ts|\/forms\/use-schema-form\.ts/
/** Modules of most screens of the back office. */
const DESK_MODULES = [
  'backoffice/.*',
  'forms/(download-button|form-modal|unsaved-changes)',
  'ui/(focus-back|list-failure|popover-menu)',
]

const modulesOf = (modules: string[]) =>
  new RegExp(`/(?:app|domain|node_modules)/(${modules.join('|')})\\.\\w+$`)

/** Files that stay in the browser's cache when the shop changes, and shared files in place of dozens of small ones. */
const SHARED_FILES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'shared', minShareCount: 48 },
  { name: 'frame', test: modulesOf(FRAME_MODULES) },
  { name: 'lists', test: modulesOf(LIST_MODULES) },
  { name: 'products', test: modulesOf(PRODUCT_MODULES) },
  { name: 'fields', test: modulesOf(['ui/field']) },
  { name: 'table', test: modulesOf(['ui/data-table']) },
  { name: 'forms', test: modulesOf(FORM_MODULES) },
  { name: 'schemas', test: SCHEMA_MODULES },
  { name: 'order-words', test: modulesOf(['order-(events|status)', 'shipment']) },
  { name: 'back-office', test: modulesOf(DESK_MODULES), minShareCount: 4 },
]

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

export default defineConfig(({ command }) => ({
  // The server's build bundles every package: one copy of React and of the router, always in production mode.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define:
    command === 'build'
      ? { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {},
  plugins: [calls(), tailwindcss(), reactRouter(), precompress()],
  // One file is larger than Vite's warning: the viewer of the calls, which only its page loads.
  build: { assetsInlineLimit: 0, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } } } },
  },
  // Imported dynamically: without this list, dev reloads the page when it finds them.
  optimizeDeps: {
    include: ['leaflet', 'react-hook-form', '@hookform/resolvers/zod', 'zod'],
  },
}))
