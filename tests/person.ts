import { accountCalls } from '#contract/account.ts'
import { type CartLine, cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { requestCalls } from '#contract/requests.ts'
import { stockAlertCalls } from '#contract/stock-alerts.ts'
import { userCalls } from '#contract/users.ts'
import { sessionOf, type TestApp } from './app.ts'
import { makeCategory, makeProduct, makeUser, SHIPPING, unique } from './factories.ts'
import { image, multipart } from './images.ts'
import { collectMails } from './mailbox.ts'

type App = Pick<TestApp, 'database' | 'config' | 'send'>

export const PASSWORD = 'clave-de-la-persona'

/** Letters that no other text of the test has. */
const letters = (seed: number) =>
  [...String(seed)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')

/**
 * A person who has left data in every part of the shop, by its calls: account, photo, interests, cart, a delivered and a pending
 * order with proofs and a prescription, both kinds of form requests, a stock alert, logins, mails sent and queued.
 */
export async function makePerson(app: App) {
  const { database, send } = app
  const number = unique()
  const words = {
    name: `Rosamunda${letters(number)}`,
    lastName: `Quilapán${letters(number)}`,
    email: `rosamunda.${number}@correo.cl`,
    rut: String(number),
    phone: `2${number}`,
    cellphone: `9${number}`,
    address: `Pasaje Las Lavándulas ${number}`,
    product: `Crema ${number}`,
    message: `Una crema de urea, lote ${number}, por favor.`,
  }
  const { name, lastName, email, rut, phone, cellphone, product, message } = words
  await makeCategory(database, 'Vitaminas')
  const profile = { name, last_name: lastName, rut, gender: 'FEMENINO' as const, phone, cellphone, email }
  const birth = { day: '29', month: 'Febrero', year: '2000' }
  const passwords = { password: PASSWORD, repeat_password: PASSWORD }
  await send(userCalls.createClient, { body: { ...profile, ...birth, ...passwords, category: 'Vitaminas' } })
  const login = await send(userCalls.login, { body: { email: email.toUpperCase(), password: PASSWORD } })
  const { token, data } = sessionOf(login)
  const person = { ...words, id: data._id, token, photo: await image() }
  await saveProfile(app, person)

  const delivered = await placeOrder(app, person)
  await uploadProof(app, person, delivered)
  await uploadPage(app, person, delivered)
  const admin = await makeUser(database, { role: 'Administrador', name: 'Jefa' })
  await send(orderCalls.updateOrderStatus, {
    body: { id: delivered, state: 'delivered' },
    token: admin.token,
  })
  const form = { fullname: `${name} ${lastName}`, email, phone: cellphone, product, message }
  await send(requestCalls.createPrescriptionRequest, {
    form: multipart(form, ['photo', person.photo, 'receta.jpg']),
  })
  await send(requestCalls.createContactRequest, { body: { fullname: form.fullname, email, message } })
  await send(accountCalls.forgotPassword, { body: { email } })
  await collectMails(app)

  await uploadProof(app, person, await placeOrder(app, person))
  await send(accountCalls.forgotPassword, { body: { email } })
  await fillCart(app, person)
  const soldOut = await makeProduct(database, { stock: 0 })
  await send(stockAlertCalls.askForStockAlert, { params: { id: soldOut.id }, body: { email }, token })
  return { ...person, admin }
}

export type Person = Awaited<ReturnType<typeof makePerson>>
type Sender = Pick<Person, 'id' | 'token'>

export const saveProfile = ({ send }: App, person: Omit<Person, 'admin'>) => {
  const { id, token, name, lastName: last_name, rut, phone, cellphone, email, photo } = person
  const fields = {
    name,
    last_name,
    rut,
    phone,
    cellphone,
    email,
    gender: 'FEMENINO',
    birthdate: '2000-02-29',
  }
  return send(userCalls.updateUser, {
    params: { id },
    form: multipart({ ...fields, category: 'Vitaminas' }, ['photo', photo]),
    token,
  })
}

/** Puts two units of a new product into the cart. */
export async function fillCart({ database, send }: App, { id, token }: Sender) {
  const product = await makeProduct(database)
  const items = [{ productId: product.id, quantity: 2 }]
  return send(cartCalls.updateCart, { body: { cart: id, items }, token })
}

type Recipient = Pick<Person, 'name' | 'lastName' | 'address' | 'email'> & { cellphone: string }

/** Orders the cart's lines for a recipient, who need not be the account's owner. */
export function orderCart(
  { send }: App,
  { id, token }: Sender,
  lines: CartLine[],
  { name, lastName, address, email, cellphone }: Recipient,
) {
  const details = { ...SHIPPING, name, lastName, address, email, phone: cellphone }
  return send(orderCalls.createOrder, {
    body: { ...details, id, products: lines },
    headers: { 'idempotency-key': crypto.randomUUID() },
    token,
  })
}

/** Places an order and returns its id. */
export async function placeOrder(app: App, sender: Sender & Recipient, recipient: Recipient = sender) {
  const cart = await fillCart(app, sender)
  const { body } = await orderCart(app, sender, cart.body.data, recipient)
  return body.data._id
}

export const uploadProof = async ({ send }: App, { token }: Sender, id: string) =>
  send(orderCalls.uploadProof, { form: multipart({ id }, ['photo', await image()]), token })

/** Adds a page to the prescription of an order. */
export const uploadPage = async ({ send }: App, { token }: Sender, id: string) =>
  send(orderCalls.uploadPrescription, { form: multipart({ id }, ['photo', await image()]), token })
