import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { normalizePath } from 'vite'

const root = import.meta.dirname

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * The groups of modules that share a file in the browser; the first that fits a module takes it. They are computed from
 * `app/routes.ts`, so a moved module stays in its group. Few files compress better than many. Packages and schemas are in no
 * group: only the pages that need them load them.
 */
export async function groupsFromRoutes() {
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
    // The reading of packs, loaded by pages that show products for those that the server has not put into them.
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
  if (!found) throw new Error(`script-groups.ts: app/routes.ts has no ${path ? `route ${path}` : 'layout'}`)
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
  if (!graph.getModuleInfo(id)) throw new Error(`script-groups.ts: ${id} is not in the browser's build`)
  const found = new Set([id])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  imports.set(file, found)
  return found
}
