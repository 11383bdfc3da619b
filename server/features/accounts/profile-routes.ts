import type { z } from 'zod'
import { type staffProfileBody, userCalls } from '#contract/users.ts'
import { DEFAULT_PHOTO } from '#domain/users.ts'
import type { Db } from '../../database/schema.ts'
import { requireOwner } from '../../http/access.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { presentUser } from './present.ts'
import { findUser } from './queries.ts'
import { updateProfile } from './update-profile.ts'
import { userIcon } from './user-icon.ts'

/** Whether a profile has a new password, or another e-mail, which would get the link for a new password. */
async function changesAccess(database: Db, userId: string, { password, email }: ProfileBody) {
  return Boolean(password) || (await findUser(database, userId))?.email !== email
}
type ProfileBody = z.output<typeof staffProfileBody>

/** The calls of the profile screens, and user photos. */
export function profileRoutes(serve: Serve, { database, images }: Services) {
  serve(userCalls.findUser, async ({ params, session }) => {
    const id = requireId(params.id)
    requireOwner(session, id)
    const user = await findUser(database, id)
    if (!user) throw new Refusal('NOT_FOUND')
    return { data: presentUser(user) }
  })

  serve(userCalls.updateUser, async ({ params, body, files, session, actor, request }) => {
    const userId = requireId(params.id)
    requireOwner(session, userId)
    if (session.needsCode && (await changesAccess(database, userId, body))) throw new Refusal('SECOND_FACTOR')
    const token = request.headers['x-access-token']
    await updateProfile(database, images, {
      userId,
      profile: body,
      photo: files[0]?.bytes,
      keepSession: session.userId === userId && typeof token === 'string' ? token : undefined,
      actor: session.userId === userId ? undefined : actor,
      onOrphan: (error) => request.log.warn({ err: error }, 'could not remove the old photo'),
    })
    return { message: 'Tu información fue actualizada.' }
  })

  serve(userCalls.userImage, async ({ params, query, reply }) => {
    if (params.photo !== DEFAULT_PHOTO)
      return sendImage(reply, images, { kind: 'user', name: params.photo, width: query.width })
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=86400')
      .send(await userIcon())
  })
}
