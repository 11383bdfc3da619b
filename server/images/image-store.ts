import type { Readable } from 'node:stream'
import type { ImageKind } from './image-kinds.ts'
import type { FileFormat } from './image-names.ts'

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
   * Reads the image at the narrowest stored width that is at least `width`, else at the largest. Null when this kind has no such image,
   * or the name is invalid.
   */
  read(kind: ImageKind, name: string, width?: number): Promise<StoredImage | null>
  /** Reads the AVIF version of an image at exactly this width; null when missing. */
  readAvif(kind: ImageKind, name: string, width: number): Promise<StoredImage | null>
  /** Adds the AVIF version of a stored image's width. The version can be made again at any time (`avif-queue.ts`). */
  putAvif(kind: ImageKind, name: string, width: number, body: Buffer): Promise<void>
  /** Removes an image at all its widths, in both formats; a missing image is no error. */
  remove(kind: ImageKind, name: string): Promise<void>
  /** Lists the kind's files in ascending order of their images' names; an image has a file per width and format. */
  list(kind: ImageKind): AsyncIterable<ListedFile>
}

/** A file of the image `name`. An AVIF version says nothing of the image's age: it may be made at any time. */
export type ListedFile = { readonly name: string; readonly format: FileFormat; readonly modifiedAt: Date }

/** The S3_* or BACKUP_S3_* variables (README.md#configuration). */
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
