import { sql } from 'kysely'
import type { z } from 'zod'
import type { invitationBody } from '#contract/staff.ts'
import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { lockUser } from './users.ts'

/** The lifetime of an invitation's link. */
export const INVITATION_HOURS = 72

/**
 * Creates an account for a member of the staff and queues the mail with a link to choose a password (docs/people-and-access.md#staff).
 * Until the person chooses one, the password is random and unknown.
 *
 * @throws Refusal EMAIL_TAKEN, which names the role of the account that has the address
 */
export async function inviteStaff(
  database: Db,
  { name, last_name, email, role, actor }: z.output<typeof invitationBody> & { actor: Actor },
) {
  const password_hash = await hashPassword(randomPassword())
  await inTransaction(database, async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ role, email, name, lastname: last_name, password_hash, invited_at: sql<Date>`now()` })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) throw await takenBy(tx, email)
    await recordAudit(tx, actor, {
      action: 'user.create',
      subject: { kind: 'user', id: user.id, label: email },
      after: { role },
    })
    await queueMail(tx, { kind: 'invitation', userId: user.id })
  })
}

async function takenBy(tx: Tx, email: string) {
  const owner = await tx
    .selectFrom('users')
    .select(['role', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  return owner ? refusalAt('EMAIL_TAKEN', 'email', advice(owner)) : new Refusal('EMAIL_TAKEN')
}

/** A hint for the administrator about the account that has the address. */
function advice({ role, disabled_at }: { role: Role; disabled_at: string | null }) {
  if (disabled_at) return 'Ya existe una cuenta con ese correo, y está deshabilitada.'
  return role === 'Cliente'
    ? 'Ya existe una cuenta de cliente con ese correo. Cambia su rol en Clientes.'
    : `Ya existe una cuenta del equipo con ese correo, con el rol ${role}.`
}

/**
 * Queues the invitation's mail again. Its link replaces the earlier one.
 *
 * @throws Refusal NOT_FOUND; NOT_INVITED when the person has chosen a password, or the account is disabled
 */
export async function resendInvitation(
  database: Db,
  { userId, actor }: { userId: string; actor: StaffActor },
) {
  await inTransaction(database, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user.invited_at || user.disabled_at) throw new Refusal('NOT_INVITED')
    await tx.updateTable('users').set({ invited_at: sql<Date>`now()` }).where('id', '=', userId).execute()
    await recordAudit(tx, actor, {
      action: 'user.invite',
      subject: { kind: 'user', id: userId, label: user.email },
    })
    await queueMail(tx, { kind: 'invitation', userId })
  })
}

/** The person to invite; undefined when they have chosen a password or the account is disabled. */
export async function findInvited(database: Db, userId: string) {
  return database
    .selectFrom('users')
    .select(['id', 'name', 'email as address', 'role'])
    .where('id', '=', userId)
    .where('invited_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
