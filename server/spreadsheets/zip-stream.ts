import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

type Piece = string | Uint8Array
type ZipEntry = { name: string; content: Iterable<Piece> | AsyncIterable<Piece> }

const DEFLATED = 8

/** Writes a zip while its entries are read, one piece at a time. Node compresses on another thread; fflate would block the shop. */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for await (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, mtime: new Date(), compression: DEFLATED, size: 0, crc: 0 }
    zip.add(file)
    const deflated = pipeline(measure(content, file), createDeflateRaw({ level: 4 }), () => {})
    for await (const piece of deflated) {
      file.ondata?.(null, piece, false)
      yield* pieces.splice(0)
    }
    file.ondata?.(null, new Uint8Array(), true)
  }
  zip.end()
  yield* pieces
}

/** Passes an entry's content on and adds up its size and checksum, which a zip stores after the content. */
async function* measure(content: ZipEntry['content'], file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = Buffer.from(piece)
    file.size += bytes.length
    file.crc = crc32(bytes, file.crc)
    yield bytes
  }
}
