import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { unique } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { makePerson, placeOrder } from '#tests/person.ts'
import { expireOutbox, outboxFolder, removePersonsMails } from './outbox.ts'

const app = await createTestApp()
const { dataDir } = app.config
const folder = outboxFolder(dataDir)
const DAY = 24 * 60 * 60 * 1000

const makeFile = async (name: string, days: number) => {
  await writeFile(join(folder, name), 'Subject: Hola\r\n\r\nHola')
  const moment = new Date(Date.now() - days * DAY)
  await utimes(join(folder, name), moment, moment)
}

test('removes nothing when the folder doesn’t exist', async () => {
  const elsewhere = join(dataDir, `sin-correos-${unique()}`)
  expect(await expireOutbox(elsewhere, 30)).toBe(0)
  expect(await removePersonsMails(elsewhere, { email: 'ana@correo.cl', causes: [] })).toBe(0)
})

test('removes mails older than the given days, and partial files of a killed server', async () => {
  await mkdir(folder, { recursive: true })
  await makeFile('20260101000000-welcome.1.eml', 31)
  await makeFile('20260101000000-welcome.2.eml.part', 31)
  await makeFile('20260101000000-welcome.3.eml', 29)
  await makeFile('notas.txt', 400)
  expect(await expireOutbox(dataDir, 30)).toBe(2)
  expect((await readdir(folder)).toSorted()).toEqual(['20260101000000-welcome.3.eml', 'notas.txt'])
})

test('a person’s mails are found by the header, also those to the pharmacy about the person', async () => {
  const [person, other] = [await makePerson(app), await makePerson(app)]
  const before = await collectMails(app)
  const about = before.filter(({ headers }) => JSON.stringify(headers).includes(person.email))
  // Welcome, four of two orders, a status, two form requests and two recovery links.
  expect(about).toHaveLength(10)
  expect(about.filter(({ headers }) => !headers.to?.includes(person.email))).toHaveLength(4)
  expect(await removePersonsMails(dataDir, { email: person.email, causes: [] })).toBe(10)
  const after = await collectMails(app)
  expect(after).toHaveLength(before.length - 10)
  expect(JSON.stringify(after)).not.toContain(person.name)
  expect(JSON.stringify(after)).toContain(other.name)
})

test('an address that only ends like the person’s is somebody else’s', async () => {
  const email = `ana${unique()}@correo.cl`
  await writeFile(
    join(folder, `1-${email}.eml`),
    `To: Ana <maria.${email}>\r\nSubject: ${email}.\r\n\r\n${email}`,
  )
  expect(await removePersonsMails(dataDir, { email, causes: [] })).toBe(0)
  await writeFile(join(folder, '2-doblada.eml'), `To: Ana\r\n <${email.toUpperCase()}>\r\n\r\nHola`)
  expect(await removePersonsMails(dataDir, { email, causes: [] })).toBe(1)
})

test('mails about the person’s orders to another address are found by their cause', async () => {
  const [person, friend] = [await makePerson(app), await makePerson(app)]
  const id = await placeOrder(app, person, friend)
  await collectMails(app)
  const ofOrder = async () => (await readdir(folder)).filter((name) => name.includes(id))
  expect(await ofOrder()).toHaveLength(2)
  await removePersonsMails(dataDir, { email: person.email, causes: [`order-received.${id}`] })
  expect(await ofOrder()).toEqual([expect.stringContaining('order-for-pharmacy')])
})
