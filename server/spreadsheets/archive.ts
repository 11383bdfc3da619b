import { crc32 } from 'node:zlib'
import { Parser } from 'saxen'
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
 * Opens the zip of a workbook. The declared sizes of its XML files have a limit together, and yauzl enforces each declared size while it
 * inflates. No other file is inflated.
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

/** The most characters of a tag or text; cells have at most 32,767. */
const MAX_TOKEN_LENGTH = 1024 * 1024

/** Handlers of the XML reader. Names have no namespace prefix, and texts are encoded for {@link decodeXml}. */
export type XmlHandlers = {
  open: (name: string, attributes: () => Record<string, string>) => void
  close?: (name: string) => void
  text?: (raw: string) => void
}

/**
 * Reads XML piece by piece. Declarations of types and entities are refused: workbooks have none, and attacks use them.
 *
 * @throws SpreadsheetRejected
 */
export function xmlReader({ open, close, text }: XmlHandlers) {
  let waiting = 0
  const parser = new Parser()
    .on('openTag', (name, attributes) => {
      waiting = 0
      open(localName(name), () => attributes() || {})
    })
    .on('closeTag', (name) => close?.(localName(name)))
    .on('text', (raw) => text?.(raw))
    .on('cdata', (raw) => text?.(raw.replaceAll('&', '&amp;')))
    .on('attention', () => {
      throw damaged()
    })
    .on('error', () => {
      throw damaged()
    })
  return {
    write(piece: Buffer) {
      waiting += piece.length
      if (waiting - piece.length > MAX_TOKEN_LENGTH) throw damaged()
      // Latin-1 preserves every byte, also of a character split between two pieces.
      parser.write(piece.toString('latin1'))
    },
    end: () => parser.end(),
  }
}

/** Reads a whole file. @throws SpreadsheetRejected */
export async function readXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const reader = xmlReader(handlers)
  for await (const piece of pieces) reader.write(piece)
  reader.end()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const ENTITIES = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
])

/**
 * Decodes text that was read as Latin-1: UTF-8, entities, and Excel's escapes such as `_x000D_`. Characters that the database refuses are
 * replaced: unpaired surrogates by U+FFFD, and NUL by nothing.
 */
export function decodeXml(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte above ASCII
  const text = /[^\u0000-\u007f]/.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw
  const plain = text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) =>
        name ? (ENTITIES.get(name) ?? entity) : character(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
      )
    : text
  const whole = plain.includes('_x')
    ? plain.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain
  return whole.replaceAll('\0', '').toWellFormed()
}

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
