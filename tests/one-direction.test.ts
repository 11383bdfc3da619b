import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** `import … from '…'`, `export … from '…'` and `import '…'`, with or without `type`. */
const IMPORT = /^(?:import|export)\s+(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm

/** The folder of a file, such as `server/mail`, `server/features/orders` or `app/storefront`; none directly in a floor. */
const folderOf = (file: string) => /^(?:server\/features|server|app)\/[^/]+(?=\/)/.exec(file)?.[0]

/** The file that an import names, relative to the repository; packages have no folder. */
const fileOf = (importer: string, name: string) =>
  name.startsWith('.') ? join(dirname(importer), name) : name.replace(/^#/, '')

async function listFiles(floor: string): Promise<string[]> {
  const entries = await readdir(join(root, floor), { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** An example for each pair of folders where one imports the other: `server/mail → server/database`. */
async function readImports(): Promise<Map<string, string>> {
  const imports = new Map<string, string>()
  for (const file of [...(await listFiles('server')), ...(await listFiles('app'))]) {
    const source = await readFile(join(root, file), 'utf8')
    for (const [, name = ''] of source.matchAll(IMPORT)) {
      const imported = fileOf(file, name)
      const [from, to] = [folderOf(file), folderOf(imported)]
      if (from && to && from !== to) imports.set(`${from} → ${to}`, `${file} imports ${imported}`)
    }
  }
  return imports
}

/** The folders on a circle of imports, in order, or none. */
function findCircle(imports: ReadonlyMap<string, string>): string[] {
  const targets = Map.groupBy(
    [...imports.keys()].map((pair) => pair.split(' → ') as [string, string]),
    ([from]) => from,
  )
  const done = new Set<string>()
  const visit = (folder: string, path: string[]): string[] => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return []
    for (const [, to] of targets.get(folder) ?? []) {
      const circle = visit(to, [...path, folder])
      if (circle.length > 0) return circle
    }
    done.add(folder)
    return []
  }
  for (const folder of targets.keys()) {
    const circle = visit(folder, [])
    if (circle.length > 0) return circle
  }
  return []
}

test('no folders import each other in a circle, not even types', async () => {
  const imports = await readImports()
  expect(imports.keys()).toContain('server/features/notifications → server/mail')
  const circle = findCircle(imports)
  expect(circle.slice(1).map((to, index) => imports.get(`${circle[index]} → ${to}`))).toEqual([])
})
