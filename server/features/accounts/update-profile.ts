import type { z } from 'zod'
import { NO_INTERESTS, profileBody, type staffProfileBody } from '#contract/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { closeSessions } from '../../http/sessions.ts'
import { revokeTokens } from '../../http/tokens.ts'
import { queueImageRemovals } from '../../images/image-removals.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImage } from '../../images/store-image.ts'
import { invalidField, invalidFields } from '../../refusals/refusal.ts'
import { refuseTaken } from '../../refusals/refuse-taken.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { hashPassword } from './passwords.ts'
import { lockUser, setInterests } from './users.ts'

type ProfileUpdate = {
  userId: string
  profile: z.output<typeof staffProfileBody>
  /** The file of the new photo. Absent: the old photo stays. */
  photo?: Buffer
  /** The token of the session that stays open after a new password. Absent when an administrator changes the profile. */
  keepSession?: string
  /** The administrator who changes somebody else's profile. Absent when users change their own. */
  actor?: Actor
}

/**
 * Saves a profile, its interests and its photo. A new password ends the user's other sessions; a
 * new password or e-mail invalidates recovery links.
 *
 * @throws Refusal NOT_FOUND, EMAIL_TAKEN; BAD_INPUT for a customer when a field is empty or no interest is a category; errors of
 *   {@link storeImage}
 */
export async function updateProfile(
  database: Db,
  images: ImageStore,
  { userId, profile, photo, keepSession, actor }: ProfileUpdate,
) {
  const password_hash = profile.password ? await hashPassword(profile.password) : undefined
  const save = async (tx: Tx, newPhoto?: string) => {
    // The lock serializes saves of a profile, so that each save removes the photo that it replaces.
    const before = await lockUser(tx, userId)
    if (before.role === 'Cliente') refuseIncomplete(profile)
    const columns = {
      email: profile.email,
      name: profile.name,
      lastname: profile.last_name,
      rut: profile.rut,
      phone: profile.phone,
      cellphone: profile.cellphone,
      gender: profile.gender,
      birthdate: profile.birthdate || null,
      ...(newPhoto && { photo: newPhoto }),
      ...(password_hash && { password_hash, invited_at: null }),
    }
    await tx.updateTable('users').set(columns).where('id', '=', userId).execute()
    const changes = actor && changedFields(before, columns)
    if (changes)
      // The audit gets only the fields' names, because the values are personal data.
      await recordAudit(tx, actor, {
        action: 'user.update',
        subject: { kind: 'user', id: userId, label: before.email },
        after: { fields: Object.keys(changes.after) },
      })
    const interests = await setInterests(tx, userId, profile.category)
    if (interests === 0 && before.role === 'Cliente') throw invalidField('category', NO_INTERESTS)
    if (password_hash) await closeSessions(tx, userId, keepSession)
    if (password_hash || before.email !== profile.email) await revokeTokens(tx, userId, ['password-reset'])
    if (newPhoto) await queueImageRemovals(tx, 'user', [before.photo])
  }
  const saveWith = (newPhoto?: string) =>
    refuseTaken(
      inTransaction(database, (tx) => save(tx, newPhoto)),
      { code: 'EMAIL_TAKEN', field: 'email' },
    )
  await (photo ? storeImage(images, { kind: 'user', bytes: photo }, saveWith) : saveWith())
}

/** Refuses a customer's incomplete profile. The call's schema accepts it, because staff may leave fields empty. */
function refuseIncomplete(profile: ProfileUpdate['profile']) {
  const { error } = profileBody.safeParse(profile)
  if (error) throw invalidFields(error)
}
