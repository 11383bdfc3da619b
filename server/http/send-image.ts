import type { FastifyReply } from 'fastify'
import { type ImageKind, imageKinds } from '../images/image-kinds.ts'
import type { ImageStore } from '../images/image-store.ts'
import { Refusal } from './refusal.ts'

/** The name of a public image is never reused, so that it may be cached forever (docs/product.md#images). */
const CACHE_CONTROL = { public: 'public, max-age=31536000, immutable', private: 'private, no-store' } as const

/**
 * Sends an image. For a private kind the caller has checked that the user may see it.
 *
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
    beforeSend,
  }: { kind: ImageKind; name: string; width?: number; beforeSend?: () => Promise<void> },
) {
  const image = await images.read(kind, name, width)
  if (!image) throw new Refusal('NOT_FOUND')
  await beforeSend?.()
  return reply
    .type('image/webp')
    .header('content-length', image.size)
    .header('cache-control', CACHE_CONTROL[imageKinds[kind].access])
    .send(image.body)
}
