import type { FastifyReply } from 'fastify'
import { type ImageKind, imageKinds } from '../images/kinds.ts'
import type { ImageStore } from '../images/store.ts'
import { Refusal } from './refusal.ts'

/** Who may keep a copy. The name of a public picture is never used again, so that it may be kept for good (design §2.24). */
const CACHING = { public: 'public, max-age=31536000, immutable', private: 'private, no-store' } as const

/** Sends a picture of a kind; whoever may see only some of a private kind has been checked by then. */
export async function sendPicture(
  reply: FastifyReply,
  images: ImageStore,
  { kind, name, width }: { kind: ImageKind; name: string; width?: number },
) {
  const picture = await images.read(kind, name, width)
  if (!picture) throw new Refusal('NOT_FOUND')
  return reply
    .type('image/webp')
    .header('content-length', picture.size)
    .header('cache-control', CACHING[imageKinds[kind].access])
    .send(picture.body)
}
