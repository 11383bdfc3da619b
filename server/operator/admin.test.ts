import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { addressOf, createTestApp } from '#tests/app.ts'
import { runProgram } from '#tests/commands.ts'
import { makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { connect } from '../database/connection.ts'
import { startEmbedded } from '../database/embedded/start.ts'
import { migrate, migrationNames } from '../database/migrate.ts'
import { countAttempt, LIMITS } from '../http/rate-limits.ts'
import { issueToken } from '../http/tokens.ts'

// A command is a process, which takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const { database, config, send } = await createTestApp()
const env = { DATA_DIR: config.dataDir, DATABASE_URL: await addressOf(database) }
const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
afterAll(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }))

const admin = (...parameters: string[]) => runProgram('server/operator/admin.ts', parameters, env)
const logIn = (email: string, password: string) => send(userCalls.adminLogin, { body: { email, password } })
const profile = ({ id, token }: { id: string; token: string }) =>
  send(userCalls.findUser, { params: { id }, token })
/** The actions in the audit on an account, by the operator. */
const actsOn = async (email: string) => {
  const entries = await database
    .selectFrom('audit_entries')
    .select(['action', 'actor_name'])
    .where('subject_label', '=', email)
    .orderBy('id')
    .execute()
  expect(entries.every(({ actor_name }) => actor_name === 'operador')).toBe(true)
  return entries.map(({ action }) => action)
}
const passwordIn = (stdout: string) => /contraseña ([\w-]{12}) |: ([\w-]{12}) \(/i.exec(stdout)

test('create makes an administrator whose password is printed once', async () => {
  const email = `jefa${unique()}@botica.cl`
  const { code, stdout, stderr } = await admin('create', ` ${email.toUpperCase()}`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    new RegExp(`^Administrador creado: ${email}, contraseña [\\w-]{12} \\(no se vuelve a mostrar\\)\n$`),
  )
  const password = passwordIn(stdout)?.[1] ?? ''
  expect(await logIn(email, password)).toMatchObject({
    status: 200,
    body: { data: { role: 'Administrador' } },
  })
  expect(await actsOn(email)).toEqual(['user.create'])
})

test('create refuses an e-mail with an account, and says how to go on', async () => {
  const customer = await makeUser(database)
  const before = await database.selectFrom('users').selectAll().where('id', '=', customer.id).execute()
  const { code, stdout, stderr } = await admin('create', customer.email)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`Ya existe una cuenta con el correo ${customer.email}, con el rol Cliente.`)
  expect(stderr).toContain('otro Administrador cambia su rol en Clientes.')
  expect(stderr).toContain(`npm run admin -- reset-password ${customer.email}`)
  expect(await database.selectFrom('users').selectAll().where('id', '=', customer.id).execute()).toEqual(
    before,
  )

  const disabled = await makeUser(database, { role: 'Administrador' })
  await database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute()
  const advice = (await admin('create', disabled.email)).stderr
  expect(advice).toContain(`npm run admin -- enable ${disabled.email}`)
  expect(advice).not.toContain('cambia su rol')
})

test('reset-password sets a random password, ends the sessions and voids recovery links', async () => {
  const user = await makeUser(database, { role: 'Marketing' })
  const link = await issueToken(database, 'password-reset', user.id)
  // Too many guesses had locked the account.
  for (let guess = 0; guess < LIMITS.login.account; guess += 1)
    await countAttempt(database, 'login', { account: user.email })
  expect((await logIn(user.email, PASSWORD)).status).toBe(429)
  const { code, stdout } = await admin('reset-password', user.email)
  expect(code).toBe(0)
  const password = passwordIn(stdout)?.[2] ?? ''
  expect((await profile(user)).status).toBe(401)
  expect((await logIn(user.email, PASSWORD)).status).toBe(400)
  expect((await logIn(user.email, password)).status).toBe(200)
  const body = { password: 'otra-clave-larga', confirmPassword: 'otra-clave-larga' }
  expect(await send(accountCalls.resetPassword, { params: { token: link }, body })).toMatchObject({
    status: 400,
    body: { code: 'DEAD_LINK' },
  })
})

test('disable and enable work beside a running shop', async () => {
  const user = await makeUser(database, { role: 'Marketing' })
  expect((await profile(user)).status).toBe(200)
  expect(await admin('disable', user.email)).toMatchObject({
    code: 0,
    stdout: `Cuenta deshabilitada: ${user.email}. Sus sesiones se cerraron.\n`,
  })
  expect((await profile(user)).status).toBe(401)
  expect(await logIn(user.email, PASSWORD)).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
  expect((await admin('reset-password', user.email)).stdout).toContain('La cuenta está deshabilitada.')
  expect(await admin('enable', user.email)).toMatchObject({
    code: 0,
    stdout: `Cuenta habilitada: ${user.email}.\n`,
  })
  expect((await admin('sessions-end', user.email)).code).toBe(0)
  expect(await actsOn(user.email)).toEqual([
    'user.disable',
    'user.password',
    'user.enable',
    'user.sessions-end',
  ])
})

test('reset-second-factor lets an administrator who lost the phone log in, and sends a mail', async () => {
  const user = await makeUser(database, { role: 'Administrador', email: `jefa${unique()}@botica.cl` })
  await sql`
    insert into second_factors (user_id, secret, confirmed_at) values (${user.id}, ${Buffer.alloc(20)}, now())`.execute(
    database,
  )
  expect((await logIn(user.email, PASSWORD)).body.data).toMatchObject({ secondFactor: true })
  expect(await admin('reset-second-factor', user.email)).toMatchObject({
    code: 0,
    stdout: `Segundo factor restablecido: ${user.email}. Sus sesiones se cerraron y le avisamos por correo.\n`,
  })
  expect((await profile(user)).status).toBe(401)
  expect((await logIn(user.email, PASSWORD)).body.token).toBeDefined()
  expect(await actsOn(user.email)).toEqual(['user.second-factor-reset'])
  const mails = await database.selectFrom('mails').select('message').execute()
  expect(mails).toEqual([{ message: { kind: 'second-factor-reset', userId: user.id } }])
  expect(await admin('reset-second-factor', user.email)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Esta cuenta no tiene un segundo factor.\n',
  })
})

test('sessions-end ends the sessions and leaves the password', async () => {
  const [user, other] = [await makeUser(database), await makeUser(database)]
  expect(await admin('sessions-end', user.email)).toMatchObject({
    code: 0,
    stdout: `Sesiones cerradas: ${user.email}.\n`,
  })
  expect((await profile(user)).status).toBe(401)
  expect((await profile(other)).status).toBe(200)
  expect((await send(userCalls.login, { body: { email: user.email, password: PASSWORD } })).status).toBe(200)
})

test('never disables the last administrator', async () => {
  await database.deleteFrom('users').where('role', '=', 'Administrador').execute()
  const last = await makeUser(database, { role: 'Administrador' })
  expect(await admin('disable', last.email)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Es el último Administrador: la tienda necesita al menos uno.\n',
  })
  expect((await profile(last)).status).toBe(200)
})

test.each([
  [[], /^Uso: npm run admin -- create\|/],
  [['toString', 'a@correo.cl'], /^Uso: /],
  [['create', 'nadie'], /^nadie no es un correo\.\nUso: /],
  [['disable', 'nadie@correo.cl'], /^No hay una cuenta con el correo nadie@correo\.cl\.\n$/],
  [['enable', 'persona-eliminada@invalid'], /no es un correo/],
])('%j is refused with a message', async (parameters, message) => {
  const { code, stdout, stderr } = await admin(...parameters)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(message)
})

test('creates an administrator in the embedded database through npm’s script, while the shop runs and while it doesn’t', async () => {
  const dataDir = join(folder, 'datos')
  const run = (email: string) =>
    runProgram('scripts/run.mjs', ['admin', 'create', email], { DATA_DIR: dataDir })
  expect(await run('nadie@botica.cl')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No hay una base de datos en /),
  })
  expect(await readdir(folder)).toEqual([])

  // PostgreSQL's own account has to reach it when the tests run as root.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const shop = connect(embedded.url, { onError: () => {} })
  try {
    expect(await run('nadie@botica.cl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no tiene sus tablas'),
    })
    await migrate(shop, migrationNames[0])
    expect(await run('nadie@botica.cl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('otra versión'),
    })
    await migrate(shop)
    expect(await run('uno@botica.cl')).toMatchObject({ code: 0 })
    const rows = await shop.selectFrom('users').select(['email', 'role']).execute()
    expect(rows).toEqual([{ email: 'uno@botica.cl', role: 'Administrador' }])
  } finally {
    await shop.destroy()
    await embedded.stop()
  }
  expect(await run('dos@botica.cl')).toMatchObject({ code: 0 })
})
