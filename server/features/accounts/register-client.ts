import type { z } from 'zod'
import { NO_INTERESTS, type registrationBody } from '#contract/users.ts'
import { birthDate } from '#domain/birth-date.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { invalidField } from '../../refusals/refusal.ts'
import { takenRefusal } from '../../refusals/refuse-taken.ts'
import { hashPassword } from './passwords.ts'
import { setInterests } from './users.ts'

/**
 * Registers a customer with interests. The role is always Cliente.
 *
 * @throws Refusal EMAIL_TAKEN; BAD_INPUT when no interest is a category
 */
export async function registerClient(
  database: Db,
  form: z.output<typeof registrationBody>,
): Promise<{ id: string }> {
  const password_hash = await hashPassword(form.password)
  return inTransaction(database, async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({
        email: form.email,
        password_hash,
        name: form.name,
        lastname: form.last_name,
        rut: form.rut,
        phone: form.phone,
        cellphone: form.cellphone,
        gender: form.gender,
        birthdate: birthDate(form.day, form.month, form.year),
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) throw takenRefusal({ code: 'EMAIL_TAKEN', field: 'email' })
    const interests = await setInterests(tx, user.id, form.category)
    if (interests === 0) throw invalidField('category', NO_INTERESTS)
    await queueMail(tx, { kind: 'welcome', userId: user.id })
    return user
  })
}
