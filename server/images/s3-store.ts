import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
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
import { type ImageStore, ImageStoreFull, ImageStoreUnavailable, type S3Settings } from './image-store.ts'
import { createS3Client, listObjects } from './s3-client.ts'

/** Timeouts after which a silent store counts as unavailable: short, because a person is waiting. */
const CONNECTION_TIMEOUT_MS = 2_000
const REQUEST_TIMEOUT_MS = 4_000
/** The time limit of a whole call, including retries and a slow body. */
const CALL_TIMEOUT_MS = 15_000

/** The error codes of several stores for a lack of space; there is no common code. */
const STORE_FULL_CODES = new Set([
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
])

/** Images in an S3-compatible store, at `<kind>/<name>-<width>.webp`, or `.avif`, readable through this server only. */
export function openS3Store(settings: S3Settings): ImageStore {
  const { bucket } = settings
  const client = createS3Client(settings, {
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      socketTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  })
  const keyOf = (kind: ImageKind, stem: string, width: number, format?: FileFormat) =>
    `${kind}/${fileOf(stem, width, format)}`

  const putObject = (key: string, body: Buffer, format: FileFormat = 'webp') =>
    client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: `image/${format}` }),
      timeout(),
    )
  const deleteObject = (key: string) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), timeout())
  const getObject = async (key: string) => {
    const { abortSignal } = timeout()
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
    return buffer(addAbortSignal(abortSignal, Body as Readable))
  }
  /** Reads an object; null when missing. */
  const readObject = async (key: string) => {
    try {
      const body = await getObject(key)
      return { body, size: body.length }
    } catch (error) {
      if (isMissing(error)) return null
      throw storeError(error)
    }
  }

  return {
    async put(kind, widths, stem = newStem()) {
      const keys = [...widths.keys()].map((width) => keyOf(kind, stem, width))
      // Waits for all writes before the cleanup, so that no late file stays behind.
      const written = await Promise.allSettled(
        [...widths].map(([width, body]) => putObject(keyOf(kind, stem, width), body)),
      )
      const failed = written.find((result) => result.status === 'rejected')
      if (!failed) return `${stem}.webp`
      const remove = (status: 'fulfilled' | 'rejected') =>
        Promise.allSettled(keys.filter((_, index) => written[index]?.status === status).map(deleteObject))
      // A failed write may have arrived. The cleanup isn't awaited, because a person is waiting.
      void remove('rejected')
      await remove('fulfilled')
      throw storeError(failed.reason)
    },

    async read(kind, name, width) {
      const stem = stemOf(name)
      if (!stem) return null
      for (const candidate of sortByPreference(imageKinds[kind].widths, width)) {
        const image = await readObject(keyOf(kind, stem, candidate))
        if (image) return image
      }
      return null
    },

    async readAvif(kind, name, width) {
      const stem = stemOf(name)
      return stem ? readObject(keyOf(kind, stem, width, 'avif')) : null
    },

    async putAvif(kind, name, width, body) {
      const stem = stemOf(name)
      if (!stem) return
      await putObject(keyOf(kind, stem, width, 'avif'), body, 'avif').catch((error) => {
        throw storeError(error)
      })
    },

    async remove(kind, name) {
      const stem = stemOf(name)
      if (!stem) return
      try {
        await Promise.all(filesOf(kind, stem).map((file) => deleteObject(`${kind}/${file}`)))
      } catch (error) {
        if (!isMissing(error)) throw storeError(error)
      }
    },

    async *list(kind) {
      const prefix = `${kind}/`
      try {
        for await (const { Key = '', LastModified } of listObjects(client, { bucket, prefix, timeout })) {
          const image = parseFile(Key.slice(prefix.length))
          if (image && LastModified) yield { ...image, modifiedAt: LastModified }
        }
      } catch (error) {
        throw storeError(error)
      }
    },
  }
}

const timeout = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) })

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

function storeError(error: unknown): ImageStoreFull | ImageStoreUnavailable {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return STORE_FULL_CODES.has(name ?? '') || $metadata?.httpStatusCode === 507
    ? new ImageStoreFull(error)
    : new ImageStoreUnavailable(error)
}
