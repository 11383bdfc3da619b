import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Most of what a denser level finds is in the dictionary anyway. */
const FASTEST = { [constants.ZSTD_c_compressionLevel]: 1 }

/**
 * Packs bodies that are alike, such as the pages of products: the first one is the dictionary of all others, so that little more is
 * left of them than what differs.
 */
export class Dictionary {
  #text: Buffer | undefined

  pack(body: Buffer): Buffer {
    this.#text ??= body
    return zstdCompressSync(body, { dictionary: this.#text, params: FASTEST, pledgedSrcSize: body.length })
  }

  unpack(packed: Buffer): Buffer {
    return zstdDecompressSync(packed, { dictionary: this.#text! })
  }
}
