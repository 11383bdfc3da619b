import { type ImageKind, imageKinds } from './image-kinds.ts'
import {
  type FileFormat,
  fileOf,
  filesOf,
  newStem,
  parseFile,
  sortByPreference,
  stemOf,
} from './image-names.ts'

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
  read(kind: ImageKind, name: string, width?: number): Promise<Buffer | null>
  /** Reads the AVIF version of an image at exactly this width; null when missing. */
  readAvif(kind: ImageKind, name: string, width: number): Promise<Buffer | null>
  /** Adds the AVIF version of a stored image's width. The version can be made again at any time (`avif-queue.ts`). */
  putAvif(kind: ImageKind, name: string, width: number, body: Buffer): Promise<void>
  /** Removes an image at all its widths, in both formats; a missing image is no error. */
  remove(kind: ImageKind, name: string): Promise<void>
  /** Lists the kind's files; an image has a file per width and format. */
  list(kind: ImageKind): AsyncIterable<ListedFile>
}

/** A file of the image `name`. An AVIF version says nothing of the image's age: it may be made at any time. */
export type ListedFile = { readonly name: string; readonly format: FileFormat; readonly modifiedAt: Date }

/** The files of an image store. Each call throws the medium's own errors. */
export interface ImageFiles {
  /** Writes files of a kind, all or none. */
  write(kind: ImageKind, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Null for a missing file. */
  read(kind: ImageKind, file: string): Promise<Buffer | null>
  /** A missing file is no error. */
  remove(kind: ImageKind, files: readonly string[]): Promise<void>
  /** May list files that aren't images. */
  list(kind: ImageKind): AsyncIterable<{ file: string; modifiedAt: Date }>
  /** Whether an error means that no space is left. */
  isFull(error: unknown): boolean
}

/** An image store with its files in some medium. */
export function createImageStore(files: ImageFiles): ImageStore {
  const fail = (error: unknown): never => {
    throw files.isFull(error) ? new ImageStoreFull(error) : new ImageStoreUnavailable(error)
  }
  return {
    async put(kind, widths, stem = newStem()) {
      const named = new Map(Array.from(widths, ([width, body]) => [fileOf(stem, width), body]))
      await files.write(kind, named).catch(fail)
      return `${stem}.webp`
    },

    async read(kind, name, width) {
      const stem = stemOf(name)
      if (!stem) return null
      for (const candidate of sortByPreference(imageKinds[kind].widths, width)) {
        const body = await files.read(kind, fileOf(stem, candidate)).catch(fail)
        if (body) return body
      }
      return null
    },

    async readAvif(kind, name, width) {
      const stem = stemOf(name)
      return stem ? files.read(kind, fileOf(stem, width, 'avif')).catch(fail) : null
    },

    async putAvif(kind, name, width, body) {
      const stem = stemOf(name)
      if (stem) await files.write(kind, new Map([[fileOf(stem, width, 'avif'), body]])).catch(fail)
    },

    async remove(kind, name) {
      const stem = stemOf(name)
      if (stem) await files.remove(kind, filesOf(kind, stem)).catch(fail)
    },

    async *list(kind) {
      try {
        for await (const { file, modifiedAt } of files.list(kind)) {
          const image = parseFile(file)
          if (image) yield { ...image, modifiedAt }
        }
      } catch (error) {
        fail(error)
      }
    },
  }
}

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
