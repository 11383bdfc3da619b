import { expect, test } from 'vitest'
import { adviceCalls } from '#contract/advice.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct } from '#tests/factories.ts'

const { database, send } = await createTestApp()

const advise = async (...ids: string[]) => {
  const { status, body } = await send(adviceCalls.productAdvice, { query: { products: ids.join() } })
  expect(status).toBe(200)
  return body.data
}

test('names the ingredients that two products have, and the products that need a prescription', async () => {
  const kitadol = await makeProduct(database, { tradename: 'Kitadol', dcm: 'PARACETAMOL 500 MG' })
  const other = await makeProduct(database, { tradename: 'Analgex 1 g', dcm: 'Paracetamol 1 g' })
  const antibiotic = await makeProduct(database, { tradename: 'Amoval', dcm: 'Amoxicilina 500 mg' })
  await database.updateTable('products').set({ prescription: true }).where('id', '=', antibiotic.id).execute()
  expect(await advise(kitadol.id, other.id, antibiotic.id)).toEqual({
    repeated: [{ ingredients: ['paracetamol'], products: [other.id, kitadol.id] }],
    prescription: [antibiotic.id],
  })
  expect(await advise(kitadol.id, kitadol.id)).toEqual({ repeated: [], prescription: [] })
})

test('unknown and malformed ids don’t count, nor do more than a cart may have', async () => {
  const one = await makeProduct(database, { dcm: 'Ibuprofeno 400 mg' })
  const none = { repeated: [], prescription: [] }
  expect(await advise('')).toEqual(none)
  expect(await advise('x', "'; drop table products", crypto.randomUUID(), one.id)).toEqual(none)
  expect(await advise(...Array.from({ length: 210 }, () => crypto.randomUUID()), one.id)).toEqual(none)
  const tooLong = await send(adviceCalls.productAdvice, { query: { products: 'a'.repeat(8_001) } })
  expect(tooLong.status).toBe(400)
})
