import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openImageStore } from '#server/images/open-store.ts'
import { createS3Client, listObjects } from '#server/images/s3-client.ts'

/** Starts an S3-compatible server with an empty bucket. Returns its environment variables and its folder. */
export async function startS3() {
  const folder = await mkdtemp(join(tmpdir(), 'botica-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'botica', configs: [] }],
  })
  const { port } = (await server.run()) as { port: number }
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  return { folder, env: s3Env(`http://127.0.0.1:${port}`) }
}

/** Environment variables for a store at an address, with the test server's keys. */
export const s3Env = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'botica',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
})

/** A store's variables, renamed to those of the backups' bucket. */
export const asBackupBucket = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [`BACKUP_${name}`, value]))

/** Every object of a store's bucket by its name. */
export async function readObjects(env: Record<string, string>): Promise<Record<string, Buffer>> {
  const settings = readConfig(env).s3!
  const client = createS3Client(settings, {})
  const objects: Record<string, Buffer> = {}
  for await (const { Key = '' } of listObjects(client, settings)) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: settings.bucket, Key }))
    objects[Key] = Buffer.from(await Body!.transformToByteArray())
  }
  client.destroy()
  return objects
}

/** An S3-compatible store that refuses every connection: nothing listens on its port. */
export const unavailableStore = () => openImageStore(readConfig(s3Env('http://127.0.0.1:9')))
