import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

type ZipEntry = { name: string; content: Iterable<string> | AsyncIterable<string> }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const DIRECTORY = 0x02014b50
const END = 0x06054b50
/** UTF-8 names, and sizes that follow the content: they aren't known before it has gone out. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, the first day that a zip knows. */
const DAY = 0x21

const numbers = (...values: [bits: 16 | 32, value: number][]) => {
  const bytes = Buffer.alloc(values.reduce((sum, [bits]) => sum + bits / 8, 0))
  let at = 0
  for (const [bits, value] of values) {
    at = bits === 16 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
  }
  return bytes
}

/** Writes a zip as it comes, one piece at a time in memory, compressed off the main thread. */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const label = Buffer.from(name)
    const start = offset
    const head = Buffer.concat([
      numbers([32, LOCAL], [16, VERSION], [16, FLAGS], [16, DEFLATED], [16, 0], [16, DAY]),
      numbers([32, 0], [32, 0], [32, 0], [16, label.length], [16, 0]),
      label,
    ])
    offset += head.length
    yield head
    const sizes = { crc: 0, packed: 0, size: 0 }
    for await (const piece of deflate(content, sizes)) {
      offset += piece.length
      yield piece
    }
    const told = numbers([32, sizes.crc], [32, sizes.packed], [32, sizes.size])
    yield Buffer.concat([numbers([32, DESCRIPTOR]), told])
    offset += 16
    directory.push(
      numbers([32, DIRECTORY], [16, VERSION], [16, VERSION], [16, FLAGS], [16, DEFLATED], [16, 0], [16, DAY]),
      told,
      numbers([16, label.length], [16, 0], [16, 0], [16, 0], [16, 0], [32, 0], [32, start]),
      label,
    )
  }
  const list = Buffer.concat(directory)
  const count = directory.length / 4
  yield list
  yield numbers(
    [32, END],
    [16, 0],
    [16, 0],
    [16, count],
    [16, count],
    [32, list.length],
    [32, offset],
    [16, 0],
  )
}

async function* deflate(
  content: ZipEntry['content'],
  sizes: { crc: number; packed: number; size: number },
): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw({ level: 4 })
  const feeding = (async () => {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      sizes.crc = crc32(bytes, sizes.crc)
      sizes.size += bytes.length
      if (!stream.write(bytes)) await once(stream, 'drain')
    }
    stream.end()
  })().catch((error) => stream.destroy(error))
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sizes.packed += piece.length
    yield piece
  }
  await feeding
}
