import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/schema.ts'
import { addAdministrator } from '../features/accounts/add-administrator.ts'
import { disableAccount, enableAccount } from '../features/accounts/disable-account.ts'
import { replacePassword } from '../features/accounts/reset-password.ts'
import { type Actor, recordAudit } from '../features/audit/record-audit.ts'
import { resetSecondFactor } from '../features/second-factor/turn-off.ts'
import { closeSessions } from '../http/sessions.ts'
import { OperatorError } from '../operator-error.ts'
import { readCommandConfig, readEmail, runCommand, withShopDatabase } from './command.ts'

// npm run admin -- create|reset-password|reset-second-factor|disable|enable|sessions-end EMAIL

const USAGE =
  'Uso: npm run admin -- create|reset-password|reset-second-factor|disable|enable|sessions-end CORREO'

/** The commands; each returns a text for the operator. */
const acts: Record<string, (database: Db, email: string) => Promise<string>> = {
  async create(database, email) {
    await refuseKnown(database, email)
    const password = await addAdministrator(database, email, 'operador')
    return `Administrador creado: ${email}, contraseña ${password} (no se vuelve a mostrar)`
  },

  async 'reset-password'(database, email) {
    const { id, disabled_at } = await requireAccount(database, email)
    const password = await replacePassword(database, id, 'operador')
    const disabled = disabled_at ? `\n${disabledNote(email)}` : ''
    return `Contraseña nueva de ${email}: ${password} (no se vuelve a mostrar). Sus sesiones se cerraron.${disabled}`
  },

  async 'reset-second-factor'(database, email) {
    const { id } = await requireAccount(database, email)
    await resetSecondFactor(database, id, 'operador')
    return `Segundo factor restablecido: ${email}. Sus sesiones se cerraron y le avisamos por correo.`
  },

  async disable(database, email) {
    const { id } = await requireAccount(database, email)
    await disableAccount(database, id, 'operador')
    return `Cuenta deshabilitada: ${email}. Sus sesiones se cerraron.`
  },

  async enable(database, email) {
    const { id } = await requireAccount(database, email)
    await enableAccount(database, id, 'operador')
    return `Cuenta habilitada: ${email}.`
  },

  async 'sessions-end'(database, email) {
    const { id } = await requireAccount(database, email)
    await endSessions(database, { id, email }, 'operador')
    return `Sesiones cerradas: ${email}.`
  },
}

const findAccount = (database: Db, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'role', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()

async function requireAccount(database: Db, email: string) {
  const account = await findAccount(database, email)
  if (!account) throw new OperatorError(`No hay una cuenta con el correo ${email}.`)
  return account
}

const disabledNote = (email: string) =>
  `La cuenta está deshabilitada. Para habilitarla: npm run admin -- enable ${email}`

/** @throws OperatorError that names the commands for an existing account */
async function refuseKnown(database: Db, email: string) {
  const account = await findAccount(database, email)
  if (!account) return
  const screen = account.role === 'Cliente' ? 'Clientes' : 'Usuarios'
  const advice = [
    `Ya existe una cuenta con el correo ${email}, con el rol ${account.role}. No se cambió nada.`,
    ...(account.role === 'Administrador'
      ? []
      : [`Para hacerla Administrador, otro Administrador cambia su rol en ${screen}.`]),
    `Para darle otra contraseña: npm run admin -- reset-password ${email}`,
    ...(account.disabled_at ? [disabledNote(email)] : []),
  ]
  throw new OperatorError(advice.join('\n'))
}

await runCommand(async () => {
  const [name = '', given] = process.argv.slice(2)
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (!act) throw new OperatorError(USAGE)
  const email = readEmail(given, USAGE)
  await withShopDatabase(readCommandConfig(), async (database) => console.log(await act(database, email)))
})

/** Ends all sessions of an account on behalf of the operator or an administrator. */
async function endSessions(database: Db, { id, email }: { id: string; email: string }, actor: Actor) {
  await inTransaction(database, async (tx) => {
    await closeSessions(tx, id)
    await recordAudit(tx, actor, { action: 'user.sessions-end', subject: { kind: 'user', id, label: email } })
  })
}
