import { S3Driver } from 'flydrive/drivers/s3'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { byPreference, newStem, stemOf } from './image-names.ts'
import { type ImageStore, ImageStoreAway, ImageStoreFull, type S3Settings } from './image-store.ts'

/** Milliseconds until a store that says nothing counts as away: a person is waiting. */
const CONNECT = 2_000
const ANSWER = 4_000
/** For a whole call, retries and a dripping body included. */
const WHOLE = 15_000

/** What stores call having no room; there is no common word for it. */
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
  const drive = new S3Driver({
    endpoint,
    region,
    bucket,
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    // What every S3-compatible store understands: the bucket in the path, no access lists, no newer checksums.
    forcePathStyle: true,
    supportsACL: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT,
      requestTimeout: ANSWER,
      socketTimeout: ANSWER,
      throwOnRequestTimeout: true,
    },
  })
  const keyOf = (kind: ImageKind, stem: string, width: number) => `${kind}/${stem}-${width}.webp`

  return {
    async put(kind, widths, stem = newStem()) {
      const keys = [...widths.keys()].map((width) => keyOf(kind, stem, width))
      // All of them end before anything is cleaned up: a late one would leave its file behind.
      const written = await Promise.allSettled(
        [...widths.values()].map((body, at) =>
          inTime(drive.put(keys[at] ?? '', body, { contentType: 'image/webp' })),
        ),
      )
      const failed = written.find((one) => one.status === 'rejected')
      if (!failed) return `${stem}.webp`
      const remove = (status: 'fulfilled' | 'rejected') =>
        Promise.allSettled(
          keys.filter((_, at) => written[at]?.status === status).map((key) => inTime(drive.delete(key))),
        )
      // What failed may have arrived all the same; nobody waits for a store that doesn't answer.
      void remove('rejected')
      await remove('fulfilled')
      throw storeError(failed.reason)
    },

    async read(kind, name, width) {
      const stem = stemOf(name)
      if (!stem) return null
      for (const candidate of byPreference(imageKinds[kind].widths, width)) {
        try {
          const body = Buffer.from(await inTime(drive.getBytes(keyOf(kind, stem, candidate))))
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
        await Promise.all(
          imageKinds[kind].widths.map((width) => inTime(drive.delete(keyOf(kind, stem, width)))),
        )
      } catch (error) {
        if (!isMissing(error)) throw storeError(error)
      }
    },
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The store took too long')), WHOLE)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

function storeError(error: unknown): ImageStoreFull | ImageStoreAway {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return FULL.has(name ?? '') || $metadata?.httpStatusCode === 507
    ? new ImageStoreFull(error)
    : new ImageStoreAway(error)
}
