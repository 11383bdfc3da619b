import { userCalls } from '#contract/users.ts'
import { DEFAULT_PHOTO } from '#domain/users.ts'
import { requireOwner } from '../../http/access.ts'
import { requireId } from '../../http/refusal.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { updateProfile } from './update-profile.ts'
import { userIcon } from './user-icon.ts'

export function profileRoutes(serve: Serve, { database, images }: Services) {
  serve(userCalls.updateUser, async ({ params, body, files, session, request }) => {
    const userId = requireId(params.id)
    requireOwner(session, userId)
    const token = request.headers['x-access-token']
    await updateProfile(database, images, {
      userId,
      profile: body,
      photo: files[0]?.bytes,
      keepSession: session.userId === userId && typeof token === 'string' ? token : undefined,
      report: (error) => request.log.warn({ err: error }, 'an old photo is left over'),
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
