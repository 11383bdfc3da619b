import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { newStem, sortByPreference, stemOf } from './image-names.ts'
import { type ImageStore, ImageStoreFull, ImageStoreUnavailable, type S3Settings } from './image-store.ts'

/** Milliseconds until a store that doesn't answer counts as unavailable: a person is waiting. */
const CONNECTION_TIMEOUT = 2_000
const REQUEST_TIMEOUT = 4_000
/** For a whole call, including retries and a slow body. */
const CALL_TIMEOUT = 15_000

/** The error codes of several stores for having no space: there is no common one. */
const FULL = new Set([
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
])

/** Images in an S3-compatible store, at `<kind>/<name>-<width>.webp`, readable through this server only. */
export function openS3Store({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Settings): ImageStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Supported by every S3-compatible store: the bucket in the path, and no newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      socketTimeout: REQUEST_TIMEOUT,
      throwOnRequestTimeout: true,
    },
  })
  const keyOf = (kind: ImageKind, stem: string, width: number) => `${kind}/${stem}-${width}.webp`

  const putObject = (key: string, body: Buffer) =>
    client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: 'image/webp' }),
      timeout(),
    )
  const deleteObject = (key: string) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), timeout())
  const getObject = async (key: string) => {
    const { abortSignal } = timeout()
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
    return buffer(addAbortSignal(abortSignal, Body as Readable))
  }

  return {
    async put(kind, widths, stem = newStem()) {
      const keys = [...widths.keys()].map((width) => keyOf(kind, stem, width))
      // All writes must have ended before the cleanup: a late one would leave its file behind.
      const written = await Promise.allSettled(
        [...widths].map(([width, body]) => putObject(keyOf(kind, stem, width), body)),
      )
      const failed = written.find((result) => result.status === 'rejected')
      if (!failed) return `${stem}.webp`
      const remove = (status: 'fulfilled' | 'rejected') =>
        Promise.allSettled(keys.filter((_, index) => written[index]?.status === status).map(deleteObject))
      // A failed write may have arrived; the person doesn't wait for a store that doesn't answer.
      void remove('rejected')
      await remove('fulfilled')
      throw storeError(failed.reason)
    },

    async read(kind, name, width) {
      const stem = stemOf(name)
      if (!stem) return null
      for (const candidate of sortByPreference(imageKinds[kind].widths, width)) {
        try {
          const body = await getObject(keyOf(kind, stem, candidate))
          return { body, size: body.length }
        } catch (error) {
          if (!isMissing(error)) throw storeError(error)
        }
      }
      return null
    },

    async remove(kind, name) {
      const stem = stemOf(name)
      if (!stem) return
      try {
        await Promise.all(imageKinds[kind].widths.map((width) => deleteObject(keyOf(kind, stem, width))))
      } catch (error) {
        if (!isMissing(error)) throw storeError(error)
      }
    },
  }
}

const timeout = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT) })

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

function storeError(error: unknown): ImageStoreFull | ImageStoreUnavailable {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return FULL.has(name ?? '') || $metadata?.httpStatusCode === 507
    ? new ImageStoreFull(error)
    : new ImageStoreUnavailable(error)
}
