import type { Readable } from 'node:stream'
import type { ImageKind } from './image-kinds.ts'

/** An image read from the store. */
export interface StoredImage {
  readonly body: Buffer | Readable
  readonly size: number
}

/**
 * Stores images on the disk or in an S3-compatible store. Every call may throw ImageStoreUnavailable, and `put` also
 * ImageStoreFull.
 */
export interface ImageStore {
  /**
   * Stores an image at all its widths or not at all.
   *
   * @param stem the name's stem when a backup is restored; otherwise a new one is made
   * @returns the name, which can't be guessed and ends in .webp
   */
  put(kind: ImageKind, widths: ReadonlyMap<number, Buffer>, stem?: string): Promise<string>
  /**
   * Reads the image at the narrowest stored width that is at least `width`, else at the largest. Null when this kind has
   * no image of the name, also when it isn't a valid name at all.
   */
  read(kind: ImageKind, name: string, width?: number): Promise<StoredImage | null>
  /** Removes an image at all its widths; a missing image is no error. */
  remove(kind: ImageKind, name: string): Promise<void>
}

/** The S3_* variables (README.md#configuration). */
export type S3Settings = Readonly<{
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}>

/** The store has no space left (507). */
export class ImageStoreFull extends Error {
  constructor(cause?: unknown) {
    super('The image store is full', { cause })
    this.name = 'ImageStoreFull'
  }
}

/** The store can't be read or written at the moment (503). */
export class ImageStoreUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The image store is unavailable', { cause })
    this.name = 'ImageStoreUnavailable'
  }
}
