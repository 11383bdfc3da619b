import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { carouselCalls } from '#contract/carousel.ts'
import { staffCalls } from '#contract/staff.ts'
import { userCalls } from '#contract/users.ts'
import type { StaffRole } from '#domain/users.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { collectMails } from '#tests/mailbox.ts'
import { disableAccount } from './disable-account.ts'

const app = await createTestApp()
const { database, send } = app
const { entries } = openAuditTrail(database)
const admin = await makeUser(database, { role: 'Administrador', name: 'Jefa' })
const { token } = admin

const newEmail = () => `equipo${unique()}@botica.cl`
const invite = (values: { email: string; role?: StaffRole; name?: string }, by = token) =>
  send(staffCalls.inviteStaff, { body: { name: 'Pía', role: 'Marketing', ...values }, token: by })
const findUser = (email: string) =>
  database.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const listed = async (email: string) => {
  const { body } = await send(userCalls.listUsers, { query: { except: 'Cliente' }, token })
  return body.data.find((user) => user.email === email)
}
/** The tokens of the links that were mailed to an address. */
const linksTo = async (email: string) =>
  (await collectMails(app))
    .filter(({ headers }) => headers.to?.includes(email))
    .map(({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? '')
const choose = (link: string, password = 'clave-elegida') =>
  send(accountCalls.resetPassword, {
    params: { token: link },
    body: { password, confirmPassword: password },
  })
const logIn = (email: string, password = 'clave-elegida') =>
  send(userCalls.adminLogin, { body: { email, password } })

describe('an invitation', () => {
  test('creates an account whose password is chosen with the mailed link, once, within 72 hours', async () => {
    const email = newEmail()
    expect(await invite({ email: email.toUpperCase(), role: 'Marketing' })).toMatchObject({
      status: 201,
      body: { message: `Le enviamos una invitación a ${email}.` },
    })
    expect(await listed(email)).toMatchObject({
      ...{ name: 'Pía', lastname: '', role: 'Marketing', rut: '', birthdate: '' },
      ...{ disabled: false, invitedAt: expect.stringMatching(/Z$/) },
    })
    const { id } = await findUser(email)
    expect(await entries()).toMatchObject([
      { action: 'user.create', id, label: email, before: null, after: { role: 'Marketing' } },
    ])
    const mails = (await collectMails(app)).filter(({ headers }) => headers.to?.includes(email))
    expect(mails).toMatchObject([{ subject: 'Te invitaron al equipo de Botica' }])
    const [link = ''] = await linksTo(email)
    const { rows } = await sql<{ hours: number; hash: string }>`
      select extract(epoch from expires_at - now()) / 3600 as hours, encode(token_hash, 'escape') as hash
      from tokens where user_id = ${id}`.execute(database)
    expect(Number(rows[0]!.hours)).toBeCloseTo(72, 0)
    expect(rows[0]!.hash).not.toContain(link)

    expect((await choose(link)).status).toBe(200)
    expect((await choose(link)).body.code).toBe('DEAD_LINK')
    expect((await logIn(email)).status).toBe(200)
    expect(await listed(email)).toMatchObject({ invitedAt: null })
    const again = await send(staffCalls.resendInvitation, { params: { id }, token })
    expect(again).toMatchObject({ status: 409, body: { code: 'NOT_INVITED' } })
  })

  test('expires, and is sent again with a new link that replaces the earlier one', async () => {
    const email = newEmail()
    await invite({ email })
    const { id } = await findUser(email)
    const [first = ''] = await linksTo(email)
    await sql`update tokens set expires_at = now() - interval '1 second' where purpose = 'password-reset'`.execute(
      database,
    )
    expect((await choose(first)).body.code).toBe('DEAD_LINK')
    const resend = () => send(staffCalls.resendInvitation, { params: { id }, token })
    expect((await resend()).status).toBe(200)
    const second = (await linksTo(email)).find((link) => link !== first)!
    expect((await resend()).status).toBe(200)
    const third = (await linksTo(email)).find((link) => link !== first && link !== second)!
    expect((await choose(second)).body.code).toBe('DEAD_LINK')
    expect((await choose(third)).status).toBe(200)
    expect((await entries()).map(({ action }) => action)).toEqual([
      'user.create',
      'user.invite',
      'user.invite',
    ])
  })

  test('to an address with an account is refused with the account’s role, and changes nothing', async () => {
    const customer = await makeUser(database)
    const staff = await makeUser(database, { role: 'Marketing' })
    const disabled = await makeUser(database, { role: 'Marketing' })
    await disableAccount(database, disabled.id, 'operador')
    for (const [{ email }, message] of [
      [customer, 'Ya existe una cuenta de cliente con ese correo. Cambia su rol en Clientes.'],
      [staff, 'Ya existe una cuenta del equipo con ese correo, con el rol Marketing.'],
      [disabled, 'Ya existe una cuenta con ese correo, y está deshabilitada.'],
    ] as const) {
      expect(await invite({ email, role: 'Administrador' })).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_TAKEN', message, issues: [{ path: 'email', message }] },
      })
      expect(await linksTo(email)).toEqual([])
      expect(await findUser(email)).toMatchObject({ invited_at: null })
    }
    const email = newEmail()
    const atOnce = await Promise.all([invite({ email }), invite({ email }), invite({ email })])
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  test('is refused for other callers than administrators, and for a customer’s role; the refusal names its fields', async () => {
    const marketing = await makeUser(database, { role: 'Marketing' })
    expect((await invite({ email: newEmail() }, marketing.token)).status).toBe(403)
    const refused = await invite({ email: 'pia@', role: 'Cliente' as StaffRole, name: 'R2D2' })
    expect(refused.status).toBe(400)
    expect(refused.body.issues?.map(({ path }) => path).toSorted()).toEqual(['email', 'name', 'role'])
  })
})

describe('disabling an account', () => {
  const setDisabled = (id: string, disabled: boolean, by = token) =>
    send(staffCalls.setAccountDisabled, { params: { id }, body: { disabled }, token: by })

  test('ends its sessions and its invitation at once; enabling it lets the person in again', async () => {
    const { id, email, token: theirs } = await makeUser(database, { role: 'Marketing' })
    const list = () => send(carouselCalls.listCarousel, { token: theirs })
    const write = () => send(carouselCalls.reorderCarousel, { body: { data: [] }, token: theirs })
    expect((await list()).status).toBe(200)
    expect(await setDisabled(id, true)).toMatchObject({
      status: 200,
      body: { message: 'La cuenta fue deshabilitada.' },
    })
    expect((await write()).status).toBe(401)
    expect((await logIn(email, PASSWORD)).body.code).toBe('LOGIN_FAILED')
    expect(await listed(email)).toMatchObject({ disabled: true })
    expect((await setDisabled(id, false)).status).toBe(200)
    expect((await write()).status).toBe(401)
    expect((await logIn(email, PASSWORD)).status).toBe(200)
    expect((await entries()).map(({ action }) => action)).toEqual(['user.disable', 'user.enable'])

    const invited = newEmail()
    await invite({ email: invited })
    const [link = ''] = await linksTo(invited)
    const user = await findUser(invited)
    await setDisabled(user.id, true)
    expect((await choose(link)).body.code).toBe('DEAD_LINK')
    const resent = await send(staffCalls.resendInvitation, { params: { id: user.id }, token })
    expect(resent.body.code).toBe('NOT_INVITED')
  })

  test('is refused for one’s own account and for the last administrator, also in simultaneous calls', async () => {
    const other = await makeUser(database, { role: 'Administrador' })
    expect(await setDisabled(other.id, true, other.token)).toMatchObject({
      status: 409,
      body: { code: 'ROLE_LOCKED', message: 'No puedes deshabilitar tu propia cuenta.' },
    })
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await makeUser(database, { role: 'Administrador' }),
        await makeUser(database, { role: 'Administrador' }),
      ]
      const answers = await Promise.all([
        setDisabled(one.id, true, two.token),
        setDisabled(two.id, true, one.token),
      ])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      expect(['NO_ACCESS', 'NO_SESSION']).toContain(refused[0]?.body.code)
    }
    await sql`update users set disabled_at = now() where role = 'Administrador' and id <> ${admin.id}`.execute(
      database,
    )
    expect(await setDisabled(admin.id, true)).toMatchObject({ status: 409, body: { code: 'ROLE_LOCKED' } })
  })

  test('is for administrators only, and unknown accounts are answered with 404', async () => {
    const marketing = await makeUser(database, { role: 'Marketing' })
    expect((await setDisabled(admin.id, true, marketing.token)).status).toBe(403)
    for (const id of ['x', '0190a000-0000-7000-8000-000000000000'])
      expect((await setDisabled(id, true)).status).toBe(404)
  })
})

describe('the profile', () => {
  const save = (user: { id: string; token: string }, fields: Record<string, string>) =>
    send(userCalls.updateUser, { params: { id: user.id }, form: multipart(fields), token: user.token })

  test('of staff needs only a name and an e-mail; other fields are checked when they are filled in', async () => {
    const staff = await makeUser(database, { role: 'Marketing', name: 'Pía' })
    const { email } = staff
    expect((await save(staff, { name: 'Pía', email })).status).toBe(200)
    const saved = { name: 'Pía', lastname: '', rut: '', phone: '', gender: '', birthdate: null }
    expect(await findUser(email)).toMatchObject(saved)
    const empty = {
      last_name: '',
      rut: '',
      gender: '',
      phone: '',
      cellphone: '',
      birthdate: '',
      category: '',
    }
    expect((await save(staff, { name: 'Pía', email, ...empty })).status).toBe(200)
    for (const [path, value, message] of [
      ['rut', 'abc', 'Solo se permiten numeros.'],
      ['rut', '12345678-9', 'El dígito verificador no corresponde a este RUT.'],
      ['phone', 'abc', 'Solo se permiten numeros.'],
      ['gender', 'OTRO', 'Este campo es obligatorio.'],
      ['birthdate', '2023-02-30', 'La fecha no existe.'],
      ['last_name', 'R2D2', 'Solo se permiten letras y espacios.'],
    ] as const)
      expect(await save(staff, { name: 'Pía', email, [path]: value })).toMatchObject({
        status: 400,
        body: { issues: [{ path, message }] },
      })
    expect((await save(staff, { name: '', email })).status).toBe(400)
  })

  test('of a customer needs every field, also when an Administrador saves it', async () => {
    const customer = await makeUser(database)
    const fields = ['last_name', 'rut', 'gender', 'phone', 'cellphone', 'birthdate', 'category']
    for (const by of [customer.token, token]) {
      const refused = await save({ id: customer.id, token: by }, { name: 'Ana', email: customer.email })
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
      expect(new Set(refused.body.issues?.map(({ path }) => path))).toEqual(new Set(fields))
    }
    expect(await findUser(customer.email)).toMatchObject({ lastname: 'Soto', rut: '123456789' })
  })
})
