import type { z } from 'zod'
import { type staffProfileBody, userCalls } from '#contract/users.ts'
import { DEFAULT_PHOTO } from '#domain/users.ts'
import type { Db } from '../../database/schema.ts'
import { requireOwner } from '../../http/access.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { loadSharp } from '../../images/load-sharp.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { updateProfile } from './update-profile.ts'
import { findUser } from './users.ts'

/** Whether a profile has a new password or another e-mail. A new e-mail counts, because it would get the link for a new password. */
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
    return { data: user }
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

const SIZE = 320

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 64 64">
  <rect width="64" height="64" fill="#dff1e7"/>
  <circle cx="32" cy="25" r="11" fill="#1f6b4f"/>
  <path d="M10 60c0-13 9.8-20 22-20s22 7 22 20v4H10z" fill="#1f6b4f"/>
</svg>`

let icon: Promise<Buffer> | undefined

/** The default user photo, a PNG rendered on first use. */
function userIcon(): Promise<Buffer> {
  icon ??= loadSharp().then((sharp) => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
  return icon
}
