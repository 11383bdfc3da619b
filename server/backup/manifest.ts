import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { withBaseline } from '../database/baseline.ts'
import { type ImageKind, imageKinds } from '../images/image-kinds.ts'
import { OperatorError } from '../operator-error.ts'

/** An expected failure; the operator gets its message without a stack. */
export class BackupError extends OperatorError {}

/**
 * A backup is a folder: `manifest.json`, `tables/<name>.jsonl.gz`, `images/<kind>/<2>/<name>-<width>.webp`, and
 * `SHA256SUMS` with the checksum of each, in the format of `sha256sum --check`.
 */
export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
export const tablePath = (name: string) => `tables/${name}.jsonl.gz`

const manifestSchema = z.object({
  format: z.literal('botica-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.string()).min(1).transform(withBaseline),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      rows: z.number().int(),
      columns: z.array(z.string()),
    }),
  ),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), value: z.number(), called: z.boolean() }),
  ),
  images: z.discriminatedUnion('store', [
    z.object({
      store: z.literal('disk'),
      files: z.number(),
      /** Number of images that rows name but the disk didn't have. */
      missing: z.number(),
    }),
    z.object({ store: z.literal('s3'), endpoint: z.string(), bucket: z.string() }),
  ]),
})
export type Manifest = z.output<typeof manifestSchema>

const imagePath = new RegExp(
  `^(${Object.keys(imageKinds).join('|')})/[0-9a-f]{2}/([0-9a-f]{32})-(\\d+)\\.webp$`,
)

/** Parses an image's path below `images/`; undefined for any other file. */
export function parseImagePath(path: string) {
  const [, kind, stem, width] = imagePath.exec(path) ?? []
  if (!kind || !stem || !width) return undefined
  return { kind: kind as ImageKind, stem, width: Number(width) }
}

/**
 * Reads the whole backup and compares its checksums.
 *
 * @returns the manifest, and the images' paths below `images/`
 * @throws BackupError
 */
export async function readBackup(folder: string): Promise<{ manifest: Manifest; images: string[] }> {
  const invalid = new BackupError(`${folder} no es un respaldo de Botica, o no está completo.`)
  const [list, text] = await Promise.all(
    [SUMS, MANIFEST].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => {
        throw invalid
      }),
    ),
  )
  const sums = new Map<string, string>()
  for (const line of list!.trimEnd().split('\n')) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!sum || !path) throw invalid
    sums.set(path, sum)
  }
  const manifest = parseManifest(text!, invalid)
  const images = [...sums.keys()].filter((path) => path.startsWith('images/')).map((path) => path.slice(7))
  const expected = [MANIFEST, ...manifest.tables.map(({ name }) => tablePath(name))]
  const complete =
    expected.every((path) => sums.has(path)) &&
    images.every(parseImagePath) &&
    images.length === (manifest.images.store === 'disk' ? manifest.images.files : 0) &&
    sums.size === expected.length + images.length
  if (!complete) throw invalid
  for (const [path, sum] of sums) {
    const found = await sumOf(join(folder, path)).catch(() => undefined)
    if (found !== sum)
      throw new BackupError(`El respaldo está dañado: ${path} falta o no es el que se guardó.`)
  }
  return { manifest, images }
}

function parseManifest(text: string, invalid: BackupError): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw invalid
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
