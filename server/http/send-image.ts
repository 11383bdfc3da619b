import type { FastifyReply } from 'fastify'
import { type AvifQueue, storedWidth } from '../images/avif-queue.ts'
import { type ImageKind, imageKinds } from '../images/image-kinds.ts'
import type { ImageStore } from '../images/image-store.ts'
import { Refusal } from '../refusals/refusal.ts'

/** A public image may be cached forever, because its name is never reused (docs/people-and-access.md#images). */
const CACHE_CONTROL = { public: 'public, max-age=31536000, immutable', private: 'private, no-store' } as const

/** A short lifetime for a WebP that is sent until the AVIF version is made. */
const STAND_IN_CACHE_CONTROL = 'public, max-age=60'

/**
 * Sends an image. For a private kind the caller has checked that the user may see it.
 *
 * @param avif set when the browser accepts AVIF: sends that version, or the WebP until it is made
 * @param beforeSend runs when the image exists; when it fails, the image isn't sent
 * @throws Refusal NOT_FOUND
 */
export async function sendImage(
  reply: FastifyReply,
  images: ImageStore,
  {
    kind,
    name,
    width,
    avif,
    beforeSend,
  }: { kind: ImageKind; name: string; width?: number; avif?: AvifQueue; beforeSend?: () => Promise<void> },
) {
  const version = avif && (await images.readAvif(kind, name, storedWidth(kind, width)))
  if (version) return send(reply, version, 'image/avif', CACHE_CONTROL.public)
  const image = await images.read(kind, name, width)
  if (!image) throw new Refusal('NOT_FOUND')
  await beforeSend?.()
  avif?.add(kind, name, storedWidth(kind, width))
  return send(
    reply,
    image,
    'image/webp',
    avif ? STAND_IN_CACHE_CONTROL : CACHE_CONTROL[imageKinds[kind].access],
  )
}

const send = (reply: FastifyReply, image: Buffer, type: string, cacheControl: string) =>
  reply.type(type).header('cache-control', cacheControl).send(image)
