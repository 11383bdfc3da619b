import type { FastifyReply } from 'fastify'
import { type ImageKind, imageKinds } from '../images/image-kinds.ts'
import type { ImageStore } from '../images/image-store.ts'
import { Refusal } from './refusal.ts'

/** Who may keep a copy. The name of a public image is never used again, so that it may be kept for good (design §2.24). */
const CACHING = { public: 'public, max-age=31536000, immutable', private: 'private, no-store' } as const

/** Sends an image of a kind; whoever may see only some of a private kind has been checked by then. */
export async function sendImage(
  reply: FastifyReply,
  images: ImageStore,
  { kind, name, width }: { kind: ImageKind; name: string; width?: number },
) {
  const image = await images.read(kind, name, width)
  if (!image) throw new Refusal('NOT_FOUND')
  return reply
    .type('image/webp')
    .header('content-length', image.size)
    .header('cache-control', CACHING[imageKinds[kind].access])
    .send(image.body)
}
