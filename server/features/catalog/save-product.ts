import { sql } from 'kysely'
import type { ProductForm } from '#contract/products.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockCatalog } from './catalog-lock.ts'
import { findOrCreateByName } from './find-or-create.ts'
import { findProduct } from './queries.ts'
import { refuseTaken } from './refuse-taken.ts'

const TAKEN = { code: 'BARCODE_TAKEN', field: 'barcode' } as const

/**
 * Makes a product; its category and laboratory too, where their names are new (design §2.19).
 *
 * @param photo the image's name, empty for none
 * @throws Refusal BARCODE_TAKEN
 */
export function createProduct(
  database: Db,
  { form, photo }: { form: ProductForm; photo: string },
): Promise<{ id: string }> {
  const made = database.transaction().execute(async (tx) => {
    await lockCatalog(tx, 'shared')
    return tx
      .insertInto('products')
      .values({ ...(await columns(tx, form)), photo, stock: form.stock })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return refuseTaken(made, TAKEN)
}

type Change = { id: string; form: ProductForm; photo?: string }

/**
 * Changes a product. A form filled with an older version is refused, with the product of now as data; sales in between
 * don't make it older, and the stock that they took stays taken (`productBody.version`).
 *
 * @param photo the new image's name; without one the old image stays
 * @returns the image that nothing names any more, empty when there is none
 * @throws Refusal NOT_FOUND, PRODUCT_CHANGED, BARCODE_TAKEN
 */
export function updateProduct(database: Db, { id, form, photo }: Change): Promise<{ orphan: string }> {
  const changed = database.transaction().execute(async (tx) => {
    await lockCatalog(tx, 'shared')
    const values = await columns(tx, form)
    const current = await tx
      .selectFrom('products')
      .select(['version', 'stock', 'photo'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) throw new Refusal('NOT_FOUND')
    const stock = stockToSave(form, current)
    if (stock === null) throw new Refusal('PRODUCT_CHANGED', { data: await findProduct(tx, id) })
    await tx
      .updateTable('products')
      .set({
        ...values,
        stock,
        ...(photo !== undefined && { photo }),
        version: current.version + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
    return { orphan: photo === undefined ? '' : current.photo }
  })
  return refuseTaken(changed, TAKEN)
}

/** The stock that a form asks for, or null when the form is out of date. */
function stockToSave(form: ProductForm, current: { version: number; stock: number }): number | null {
  if (form.version === undefined) return form.stock
  const [, version, shown] = /^(\d{1,9})-(\d{1,9})$/.exec(form.version) ?? []
  if (Number(version) !== current.version) return null
  const stock = current.stock + form.stock - Number(shown)
  return stock < 0 ? null : stock
}

async function columns(tx: Tx, form: ProductForm) {
  const [category_id = ''] = await findOrCreateByName(tx, 'categories', [form.category])
  const [supplier_id = ''] = await findOrCreateByName(tx, 'suppliers', [form.laboratory])
  return {
    barcode: form.barcode,
    tradename: form.tradename,
    category_id,
    supplier_id,
    dcm: form.dcm,
    health_register: form.healthRegister,
    cost: form.cost,
    discount: form.discount,
    bioequivalent: form.bioequivalent,
    generic: form.generic,
    prescription: form.prescription,
    direct_sale: form.directSale,
    form: form.form,
    quantity: form.quantity,
    legal_warning: form.legalWarning,
  }
}
