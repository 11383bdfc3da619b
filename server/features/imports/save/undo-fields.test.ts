import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import type { ProductForm } from '#contract/products.ts'
import { flagsOf, SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { makeImport } from '#tests/imports.ts'
import { catchUpDerived } from '../../products/catch-up-derived.ts'
import { catchUpHolds } from '../../products/hold-products.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

/** All columns that an undo restores. */
const restorable = async (id: string) => {
  const {
    version: _,
    updated_at: __,
    ...columns
  } = await database.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return columns
}

/** All products as they are, with their derived columns up to date. */
async function stateOf(ids: string[]) {
  await catchUpDerived(database)
  return Promise.all(ids.map(restorable))
}

const pick = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)]!

/** Values for the name and for some other fields, chosen by chance. */
function randomFields(): Partial<ProductForm> {
  const word = () => `${pick(['Ñandú', 'á, é / í', '"comillas" \\', '𝒳 💊', "'=1+1"])} ${unique()}`
  const values = {
    barcode: `0${unique()},${unique()}99`,
    tradename: word(),
    ownCode: pick(['', `${word()}`]),
    category: pick([`Categoría, ${unique()}`, 'Dolor y fiebre']),
    laboratory: pick([`Laboratorio ${unique()}`, 'Laboratorio Andino']),
    dcm: pick(['', word()]),
    therapeuticAction: pick(['', word()]),
    form: pick(['', word()]),
    quantity: pick(['', word()]),
    bioequivalent: pick([true, false]),
    generic: pick([true, false]),
    coldChain: pick([true, false]),
    healthRegister: pick(['', word()]),
    legalWarning: pick(['', `${word()}\n${word()}`]),
    cost: pick([1, 100_000_000]),
    discount: pick([0, 12.34, 100]),
    stock: pick([0, 7, 1_000_000]),
  }
  const chosen = Object.entries(values).filter(([name]) => name === 'tradename' || Math.random() < 0.5)
  const saleCondition = pick([...SALE_CONDITIONS, undefined])
  return { ...Object.fromEntries(chosen), ...(saleCondition && { saleCondition, ...flagsOf(saleCondition) }) }
}

test('undoing restores every field of 60 products that changed at random, twice over', async () => {
  const ids: string[] = []
  for (let count = 0; count < 60; count += 1) {
    const { id } = await makeProduct(database, {
      ...{ category: pick(['Piel', 'Dolor y fiebre']), laboratory: pick(['Biosur', 'Laboratorio Andino']) },
      ...{ stock: pick([0, 5]), discount: pick([0, 5.5]), dcm: pick(['', 'Losartán']) },
    })
    await sql`update products set counted_stock = ${pick([null, 5, 9])}, prescription = ${pick([true, false])},
      quantity = ${pick(['', '30 comprimidos'])}, legal_warning = ${pick(['', 'Uno\nDos'])} where id = ${id}`.execute(
      database,
    )
    ids.push(id)
  }
  await catchUpHolds(database)
  const states = [await stateOf(ids)]
  const imports: string[] = []
  for (let round = 0; round < 2; round += 1) {
    const changes = ids.map((id) => ({ id, fields: randomFields() }))
    imports.push((await makeImport(database, { changes })).id)
    await catchUpHolds(database)
    states.push(await stateOf(ids))
  }
  for (const [back, id] of imports.toReversed().entries()) {
    expect((await send(importCalls.undoImport, { params: { id }, token })).body.data).toEqual({
      restored: 60,
      removed: 0,
      left: [],
    })
    expect(await stateOf(ids)).toEqual(states.at(-2 - back))
  }
})
