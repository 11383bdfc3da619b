import { inflateRawSync } from 'node:zlib'
import { damaged, notAWorkbook, SpreadsheetRejected, tooLarge } from './rejected.ts'

/** A workbook has some dozen files. Those of 10,000 products have about 10 MB. */
const MAX_ENTRIES = 500
const MAX_INFLATED = 32 * 1024 * 1024

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8

type Entry = { name: string; method: number; packed: number; size: number; offset: number }

/**
 * Opens the zip of a workbook without trusting it. The sizes that the directory declares are added up before any file is
 * inflated, and inflating stops at the declared size. fflate would inflate to the end whatever was declared: 8 MB of zip
 * could keep it busy for 40 seconds.
 *
 * @returns the contents of the XML files, by name
 * @throws SpreadsheetRejected
 */
export function openArchive(bytes: Buffer): Map<string, Buffer> {
  const entries = readDirectory(bytes)
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw notAWorkbook()
  if (entries.some(({ name }) => /vbaProject/i.test(name))) {
    throw new SpreadsheetRejected('El archivo trae macros. Guárdalo como .xlsx, sin macros.')
  }
  const declared = entries.reduce((sum, { size }) => sum + size, 0)
  if (declared > MAX_INFLATED) throw tooLarge()
  const xml = entries.filter(({ name }) => /\.(xml|rels)$/.test(name))
  return new Map(xml.map((entry) => [entry.name, inflate(bytes, entry)]))
}

function readDirectory(bytes: Buffer): Entry[] {
  if (bytes.length < END_SIZE || bytes.readUInt32LE(0) !== LOCAL) throw notAWorkbook()
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_SIZE > bytes.length || bytes.readUInt32LE(end) !== END) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw tooLarge()
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_SIZE > end || bytes.readUInt32LE(at) !== ENTRY) throw damaged()
    const nameLength = bytes.readUInt16LE(at + 28)
    const encrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    const method = bytes.readUInt16LE(at + 10)
    if (encrypted || (method !== STORED && method !== DEFLATED)) throw damaged()
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength),
      method,
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += ENTRY_SIZE + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** @throws SpreadsheetRejected when the content isn't of the declared size */
function inflate(bytes: Buffer, { method, packed, size, offset }: Entry): Buffer {
  if (offset + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw damaged()
  const start = offset + LOCAL_SIZE + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(start, start + packed)
  let inflated: Buffer
  try {
    inflated = method === STORED ? content : inflateRawSync(content, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw damaged()
  }
  if (inflated.length !== size) throw damaged()
  return inflated
}
