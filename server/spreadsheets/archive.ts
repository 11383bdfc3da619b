import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { damaged, notAWorkbook, SpreadsheetRejected, tooLarge } from './rejected.ts'

/** The most files, and bytes of all files together: large workbooks stay well below. */
const MAX_ENTRIES = 500
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
/** Bytes of one piece of a file. */
const PIECE_BYTES = 128 * 1024

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8

type Entry = { name: string; method: number; crc: number; packed: number; size: number; offset: number }

export type Archive = {
  /** The names of the XML files. */
  names: string[]
  /** The content of a file; undefined when there is no such file. @throws SpreadsheetRejected */
  get: (name: string) => Buffer | undefined
  /** The content of a file in pieces, so that no large file is in memory at once. @throws SpreadsheetRejected */
  pieces: (name: string) => AsyncIterable<Buffer>
}

/**
 * Opens the zip of a workbook without trusting it: declared sizes are added up first, and inflating stops at the declared size. fflate
 * alone would inflate a zip bomb to its end.
 *
 * @throws SpreadsheetRejected
 */
export function openArchive(bytes: Buffer): Archive {
  const entries = readDirectory(bytes)
  const types = entries.find(({ name }) => name === '[Content_Types].xml')
  if (!types) throw notAWorkbook()
  inflate(bytes, types)
  if (entries.some(({ name }) => /vbaProject/i.test(name))) {
    throw new SpreadsheetRejected('El archivo trae macros. Guárdalo como .xlsx, sin macros.')
  }
  const files = new Map(
    entries.filter(({ name }) => /\.(xml|rels)$/.test(name)).map((entry) => [entry.name, entry]),
  )
  const declared = [...files.values()].reduce((sum, { size }) => sum + size, 0)
  if (declared > MAX_INFLATED_BYTES) throw tooLarge()
  const existing = (name: string) => {
    const entry = files.get(name)
    if (!entry) throw damaged()
    return entry
  }
  return {
    names: [...files.keys()],
    get: (name) => (files.has(name) ? inflate(bytes, existing(name)) : undefined),
    pieces: (name) => inflatePieces(bytes, existing(name)),
  }
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
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += ENTRY_SIZE + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function packedContent(bytes: Buffer, { packed, offset }: Entry): Buffer {
  if (offset + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw damaged()
  const start = offset + LOCAL_SIZE + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return bytes.subarray(start, start + packed)
}

/** @throws SpreadsheetRejected when the content isn't of the declared size, or differs from what was packed */
function inflate(bytes: Buffer, entry: Entry): Buffer {
  const content = packedContent(bytes, entry)
  const { method, size } = entry
  let inflated: Buffer
  try {
    inflated = method === STORED ? content : inflateRawSync(content, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw damaged()
  }
  if (inflated.length !== size || crc32(inflated) !== entry.crc) throw damaged()
  return inflated
}

async function* inflatePieces(bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.method === STORED) return yield inflate(bytes, entry)
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES })
  stream.end(packedContent(bytes, entry))
  let size = 0
  let crc = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > entry.size) throw damaged()
      crc = crc32(piece, crc)
      yield piece
    }
  } catch {
    throw damaged()
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged()
}
