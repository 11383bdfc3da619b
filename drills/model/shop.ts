/** The people of the stories, who stay the same, and the products of one story. */
import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser, type Reply } from '../call-server.ts'
import { type Account, ADMIN, logIn, registerCustomers } from '../fill-shop.ts'
import { CUSTOMERS } from './stories.ts'

/** A category and a laboratory of the drills' shop (`fill-shop.ts`). */
export const CATEGORY = 'Simulacro'
export const LABORATORY = 'Laboratorio Simulacro'

export type Person = Account & { browser: Browser }
export type People = { customers: Person[]; admin: Person; close: () => void }

/** Opens the people's sessions in a shop with no customers yet. */
export async function openPeople(base: string): Promise<People> {
  const admin = { ...(await logIn(base, ADMIN.email)), browser: openBrowser(base) }
  const category = { categoryName: CATEGORY, status: true }
  await expectStatus(
    201,
    admin.browser.call({ path: '/category/create-category', json: category, token: admin.token }),
  )
  const accounts = await registerCustomers(base, CUSTOMERS)
  const customers = accounts.map((account) => ({ ...account, browser: openBrowser(base) }))
  return {
    customers,
    admin,
    close: () => {
      for (const { browser } of [admin, ...customers]) browser.close()
    },
  }
}

export type StoryProduct = { id: string; barcode: string; tradename: string }

/** Creates a product as the back office does. */
export async function createProduct({ admin }: People, stock: number): Promise<StoryProduct> {
  const barcode = randomUUID()
  const tradename = `Producto ${barcode.slice(0, 8)}`
  const form = formOf({ barcode, tradename, category: CATEGORY, laboratory: LABORATORY, cost: 1_990, stock })
  const { body } = await expectStatus(
    201,
    admin.browser.call({ path: '/products/create-product', form, token: admin.token }),
  )
  return { id: (body.data as { _id: string })._id, barcode, tradename }
}

export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

async function expectStatus(status: number, answer: Promise<Reply>): Promise<Reply> {
  const reply = await answer
  if (reply.status !== status) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply
}
