import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** `import … from '…'`, `export … from '…'` and `import '…'`, with or without `type`. */
const IMPORT = /^(?:import|export)\s+(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm
/** `import('…')`, of a type, or of a module that is loaded when it is needed. */
const LATE_IMPORT = /\bimport\('([^']+)'\)/g

/** The folder of a file, such as `server/features/orders/proofs` or `app/storefront`; undefined for a file directly in a top folder. */
const folderOf = (file: string) => /^(?:server\/.*|app\/[^/]+)(?=\/)/.exec(file)?.[0]

/** The file that an import names, relative to the repository; packages have no folder. */
const fileOf = (importer: string, name: string) =>
  name.startsWith('.') ? join(dirname(importer), name) : name.replace(/^#/, '')

async function listFiles(floor: string): Promise<string[]> {
  const entries = await readdir(join(root, floor), { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** Each file with the files that it imports. */
async function readImports(pattern: RegExp): Promise<[file: string, imported: string][]> {
  const files = await Promise.all(['domain', 'contract', 'server', 'app', 'demo'].map(listFiles))
  const sources = files.flat().map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)
  return (await Promise.all(sources)).flatMap(([file, source]) =>
    [...source.matchAll(pattern)].map(([, name = '']): [string, string] => [file, fileOf(file, name)]),
  )
}

/** The folders or files on a circle of imports, in order, or none; each import is written as `from → to`. */
function findCircle(imports: Iterable<string>): string[] {
  const targets = Map.groupBy(
    [...imports].map((pair) => pair.split(' → ') as [string, string]),
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

const imports = await readImports(IMPORT)

test('no folders import each other in a circle, not even types', () => {
  const examples = new Map(
    imports.flatMap(([file, imported]) => {
      const [from, to] = [folderOf(file), folderOf(imported)]
      return from && to && from !== to ? [[`${from} → ${to}`, `${file} imports ${imported}`]] : []
    }),
  )
  expect(examples.keys()).toContain('server/features/notifications → server/mail')
  const circle = findCircle(examples.keys())
  expect(circle.slice(1).map((to, index) => examples.get(`${circle[index]} → ${to}`))).toEqual([])
})

test('no files import each other in a circle, not even types or modules that are loaded when needed', async () => {
  const late = await readImports(LATE_IMPORT)
  expect(imports).toContainEqual(['domain/sure-payments.ts', 'domain/payment-candidates.ts'])
  expect(late).toContainEqual(['app/storefront/layout.tsx', 'app/account/login-modal.tsx'])
  expect(findCircle([...imports, ...late].map(([file, imported]) => `${file} → ${imported}`))).toEqual([])
})
