import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { BackupSettings } from '../config.ts'
import type { S3Settings } from '../images/image-store.ts'
import { createS3Client, listObjects } from '../images/s3-client.ts'
import { BackupError } from './manifest.ts'
import { findExpired, isEncrypted, listBackups } from './retention.ts'

/** The size of a part, which is held in memory, because the client sends a failed part again. */
const PART_BYTES = 8 * 2 ** 20
/** The store's limit for one upload. */
const MAX_PARTS = 10_000
const CONNECTION_TIMEOUT_MS = 10_000
/** The time limit of a store's silence: long, because it may assemble a large file. */
const SOCKET_TIMEOUT_MS = 120_000

type Uploading = Pick<BackupSettings, 'folder' | 'keep'> & {
  bucket: S3Settings
  warn: (text: string) => void
}

/**
 * Uploads the folder's encrypted backups that the bucket lacks, the newest first, and then removes the bucket's expired backups. Objects
 * with other names stay.
 *
 * @throws BackupError when a backup can't be uploaded; nothing is removed then
 */
export async function uploadBackups({ folder, keep, bucket: settings, warn }: Uploading): Promise<void> {
  const { bucket } = settings
  const client = createS3Client(settings, {
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
  })
  try {
    const here = (await listBackups(folder)).filter(isEncrypted).toSorted().toReversed()
    const there = new Set<string>()
    for await (const { Key = '' } of listObjects(client, { bucket })) if (isEncrypted(Key)) there.add(Key)
    // Folder and bucket are compared together, so that no backup is uploaded that expires at once beside a newer one of another server.
    // The folder's newest backup is always uploaded, whatever names the bucket has.
    const expired = findExpired([...new Set([...here, ...there])], keep).filter((name) => name !== here[0])
    for (const name of here)
      if (!there.has(name) && !expired.includes(name)) await upload(client, bucket, folder, name)
    await removeObjects(
      client,
      bucket,
      expired.filter((name) => there.has(name)),
    ).catch((error) =>
      warn(`No se pudieron quitar respaldos antiguos del bucket ${bucket}: ${reasonOf(error) ?? error}`),
    )
  } catch (error) {
    const reason = reasonOf(error)
    throw reason ? new BackupError(`No se pudo subir al bucket ${bucket}: ${reason}.`) : error
  } finally {
    client.destroy()
  }
}

/** Uploads a file in parts. The bucket has it when it is complete. */
async function upload(client: S3Client, bucket: string, folder: string, name: string): Promise<void> {
  await using file = await open(join(folder, name))
  const { size } = await file.stat()
  const part = Buffer.allocUnsafe(Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS)))
  const object = { Bucket: bucket, Key: name }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  try {
    const parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (;;) {
      const { bytesRead } = await file.read(part)
      if (bytesRead === 0) break
      const PartNumber = parts.length + 1
      const Body = part.subarray(0, bytesRead)
      // Buckets with object lock require it.
      const ContentMD5 = createHash('md5').update(Body).digest('base64')
      const { ETag } = await client.send(
        new UploadPartCommand({ ...object, UploadId, PartNumber, Body, ContentMD5 }),
      )
      parts.push({ PartNumber, ETag })
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
    )
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {})
    throw error
  }
}

async function removeObjects(client: S3Client, bucket: string, names: string[]): Promise<void> {
  for (const Key of names) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
}

/** The code of the store's, the network's or the disk's failure, such as `AccessDenied`; undefined for another error. */
function reasonOf(error: unknown): string | undefined {
  // Messages may quote keys and addresses. The client adds $metadata to every failure of a request.
  const { code, name, $metadata } = error as { code?: string; name?: string; $metadata?: object }
  return code ?? ($metadata && name)
}
