import type { Readable } from 'node:stream'
import type { ImageKind } from './image-kinds.ts'

/** An image ready to be sent. */
export interface StoredImage {
  readonly body: Buffer | Readable
  readonly size: number
}

/**
 * Where images are kept: on the disk, or in any S3-compatible store. Every call may throw ImageStoreAway, and `put` also
 * ImageStoreFull.
 */
export interface ImageStore {
  /**
   * Keeps an image at all its widths, or nothing of it, and answers the name it made: unguessable, ending in .webp. A
   * image that comes back from a backup brings the stem of its name along.
   */
  put(kind: ImageKind, widths: ReadonlyMap<number, Buffer>, stem?: string): Promise<string>
  /**
   * The image at the narrowest kept width that is at least `width`, else at the largest. Null when this kind has none
   * of that name, whatever the name looks like.
   */
  read(kind: ImageKind, name: string, width?: number): Promise<StoredImage | null>
  /** Removes an image at all its widths; one that isn't there is no error. */
  remove(kind: ImageKind, name: string): Promise<void>
}

/** An S3-compatible store (design §4). */
export type S3Settings = Readonly<{
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}>

/** No room left (507). */
export class ImageStoreFull extends Error {
  constructor(cause?: unknown) {
    super('The image store is full', { cause })
    this.name = 'ImageStoreFull'
  }
}

/** The store can't be read or written now (503). */
export class ImageStoreAway extends Error {
  constructor(cause?: unknown) {
    super('The image store is away', { cause })
    this.name = 'ImageStoreAway'
  }
}
