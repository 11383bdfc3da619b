import type { z } from 'zod'
import { NO_INTERESTS, type staffProfileBody } from '#contract/users.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { closeSessions } from '../../http/sessions.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { removeImage, storeImage } from '../../images/store-image.ts'
import { hashPassword } from './passwords.ts'
import { setInterests } from './set-interests.ts'

type Update = {
  userId: string
  profile: z.output<typeof staffProfileBody>
  /** The new photo's file; without one the old photo stays. */
  photo?: Buffer
  /** The token whose session outlives a new password: the user's own, none when somebody else sets it. */
  keepSession?: string
  /** Hears of an old photo that could not be removed. */
  report: (error: unknown) => void
}

/**
 * Saves a profile, its interests and its photo (spec §3, Profile update). A new password ends the user's sessions but one;
 * a new password or e-mail makes recovery links void.
 *
 * @throws Refusal NOT_FOUND, EMAIL_TAKEN, and BAD_INPUT for a customer without an interest that is a category;
 *   what {@link storeImage} throws
 */
export async function updateProfile(
  database: Db,
  images: ImageStore,
  { userId, profile, photo, keepSession, report }: Update,
) {
  const password_hash = profile.password ? await hashPassword(profile.password) : undefined
  const save = (name?: string) =>
    database
      .transaction()
      .execute((tx) => saveRow(tx, { userId, profile, photo: name, password_hash, keepSession }))
      .catch((error) => {
        throw isTaken(error) ? emailTaken() : error
      })
  const replaced = photo ? await storeImage(images, { kind: 'user', bytes: photo }, save) : await save()
  await removeImage(images, { kind: 'user', name: replaced }, report)
}

type Row = {
  userId: string
  profile: Update['profile']
  photo?: string
  password_hash?: string
  keepSession?: string
}

/** Answers the name of the photo that the new one replaces, empty when there is none. */
async function saveRow(tx: Tx, { userId, profile, photo, password_hash, keepSession }: Row) {
  // The lock makes saves of one profile follow each other: each removes the photo that it replaced.
  const before = await tx
    .selectFrom('users')
    .select(['role', 'email', 'photo'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('NOT_FOUND')
  await tx
    .updateTable('users')
    .set({
      email: profile.email,
      name: profile.name,
      lastname: profile.last_name,
      rut: profile.rut,
      phone: profile.phone,
      cellphone: profile.cellphone,
      gender: profile.gender,
      birthdate: profile.birthdate,
      ...(photo && { photo }),
      ...(password_hash && { password_hash }),
    })
    .where('id', '=', userId)
    .execute()
  const interests = await setInterests(tx, userId, profile.category)
  if (interests === 0 && before.role === 'Cliente')
    throw new Refusal('BAD_INPUT', { issues: [{ path: 'category', message: NO_INTERESTS }] })
  if (password_hash) await closeSessions(tx, userId, keepSession)
  if (password_hash || before.email !== profile.email)
    await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  return photo ? before.photo : ''
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'

const emailTaken = () =>
  new Refusal('EMAIL_TAKEN', {
    issues: [{ path: 'email', message: 'Ya existe una cuenta con ese correo.' }],
  })
