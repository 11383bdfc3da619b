import {
  ListObjectsCommand,
  type ListObjectsCommandOutput,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { S3Settings } from './image-store.ts'

/** A client of an S3-compatible store, with the caller's retries and timeouts. */
export const createS3Client = (
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  patience: Pick<S3ClientConfig, 'maxAttempts' | 'requestHandler'>,
) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every S3-compatible store supports the bucket in the path, but not the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...patience,
  })

type Listing = {
  bucket: string
  prefix?: string
  /** Makes the time limit of one request. */
  timeout?: () => { abortSignal: AbortSignal }
}

/** Lists a bucket's objects in ascending order, by version 1 of the request, which every S3-compatible store supports. */
export async function* listObjects(client: S3Client, { bucket, prefix, timeout }: Listing) {
  let last: string | undefined
  for (;;) {
    const page: ListObjectsCommandOutput = await client.send(
      new ListObjectsCommand({ Bucket: bucket, Prefix: prefix, Marker: last }),
      timeout?.(),
    )
    const objects = page.Contents ?? []
    yield* objects
    last = objects.at(-1)?.Key
    if (!page.IsTruncated || !last) return
  }
}
