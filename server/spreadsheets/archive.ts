import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, notAWorkbook, SpreadsheetRejected, tooLarge } from './rejected.ts'

/** The most files, and bytes of all XML files together: large workbooks stay well below. */
const MAX_ENTRIES = 500
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
/** The first bytes of a zip. */
const LOCAL = Buffer.from([0x50, 0x4b, 0x03, 0x04])

export type Archive = {
  /** The names of the XML files. */
  names: string[]
  /** The content of a file in pieces, so that no large file is in memory at once. @throws SpreadsheetRejected */
  pieces: (name: string) => AsyncIterable<Buffer>
}

/**
 * Opens the zip of a workbook. Its XML files may be as large together as their declared sizes say, which yauzl enforces while it inflates;
 * no other file is inflated.
 *
 * @throws SpreadsheetRejected
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  if (!bytes.subarray(0, LOCAL.length).equals(LOCAL)) throw notAWorkbook()
  const zip = await fromBufferPromise(bytes).catch(rejectDamaged)
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge()
  const entries = await listEntries(zip).catch(rejectDamaged)
  if (entries.some(({ fileName }) => /vbaProject/i.test(fileName)))
    throw new SpreadsheetRejected('El archivo trae macros. Guárdalo como .xlsx, sin macros.')
  const read = entries.filter(({ fileName }) => /\.(xml|rels)$/.test(fileName))
  const files = new Map(read.map((entry) => [entry.fileName, entry]))
  if (!files.has('[Content_Types].xml')) throw notAWorkbook()
  const declared = read.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (declared > MAX_INFLATED_BYTES) throw tooLarge()
  return { names: [...files.keys()], pieces: (name) => inflate(zip, files.get(name)) }
}

const rejectDamaged = () => {
  throw damaged()
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

async function* inflate(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw damaged()
  let crc = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      crc = crc32(piece, crc)
      yield piece
    }
  } catch {
    throw damaged()
  }
  if (crc !== entry.crc32) throw damaged()
}
