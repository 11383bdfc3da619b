import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createImageStore, type ImageStore, type S3Settings } from './image-store.ts'
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
  const putObject = (key: string, body: Buffer) =>
    client.send(
      new PutObjectCommand({
        ...{ Bucket: bucket, Key: key, Body: body },
        ContentType: key.endsWith('.avif') ? 'image/avif' : 'image/webp',
      }),
      timeout(),
    )
  const deleteObject = (key: string) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), timeout())

  return createImageStore({
    async write(kind, files) {
      const keys = Array.from(files.keys(), (file) => `${kind}/${file}`)
      // Waits for all writes before the cleanup, so that no late file stays behind.
      const written = await Promise.allSettled(
        Array.from(files, ([file, body]) => putObject(`${kind}/${file}`, body)),
      )
      const failed = written.find((result) => result.status === 'rejected')
      if (!failed) return
      const remove = (status: 'fulfilled' | 'rejected') =>
        Promise.allSettled(keys.filter((_, index) => written[index]?.status === status).map(deleteObject))
      // A failed write may have arrived. The cleanup isn't awaited, because a person is waiting.
      void remove('rejected')
      await remove('fulfilled')
      throw failed.reason
    },

    async read(kind, file) {
      const { abortSignal } = timeout()
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: `${kind}/${file}` })
        const { Body } = await client.send(command, { abortSignal })
        return await buffer(addAbortSignal(abortSignal, Body as Readable))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(kind, files) {
      await Promise.all(files.map((file) => deleteObject(`${kind}/${file}`))).catch((error) => {
        if (!isMissing(error)) throw error
      })
    },

    async *list(kind) {
      const prefix = `${kind}/`
      for await (const { Key = '', LastModified } of listObjects(client, { bucket, prefix, timeout }))
        if (LastModified) yield { file: Key.slice(prefix.length), modifiedAt: LastModified }
    },

    isFull: (error) => {
      const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
      return STORE_FULL_CODES.has(name ?? '') || $metadata?.httpStatusCode === 507
    },
  })
}

const timeout = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) })

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
