import type { FastifyReply } from 'fastify'
import type { ImageKind } from '../images/kinds.ts'
import type { ImageStore } from '../images/store.ts'
import { Refusal } from './refusal.ts'

/** Sends a public picture: its name is never used again, so that every cache may keep it for good (design §2.24). */
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
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(picture.body)
}
