import { type RawBuilder, sql } from 'kysely'
import type { ProductForm } from '#contract/products.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { Refusal } from '../../../http/refusal.ts'
import { claimImport, lockCatalog } from '../catalog-lock.ts'
import { findOrCreateByName } from '../find-or-create.ts'

/** Rows of one statement: large enough to be quick, small enough that the server does other things in between. */
const AT_ONCE = 500

type Field = Exclude<keyof ProductForm, 'version'>
export type Imported = { created: number; updated: number; unchanged: number }

/** Where each field is kept, and as what. */
const COLUMNS: Record<Field, { column: string; type: RawBuilder<unknown> }> = {
  barcode: { column: 'barcode', type: sql`text[]` },
  tradename: { column: 'tradename', type: sql`text[]` },
  category: { column: 'category_id', type: sql`uuid[]` },
  laboratory: { column: 'supplier_id', type: sql`uuid[]` },
  dcm: { column: 'dcm', type: sql`text[]` },
  form: { column: 'form', type: sql`text[]` },
  quantity: { column: 'quantity', type: sql`text[]` },
  bioequivalent: { column: 'bioequivalent', type: sql`boolean[]` },
  generic: { column: 'generic', type: sql`boolean[]` },
  prescription: { column: 'prescription', type: sql`boolean[]` },
  directSale: { column: 'direct_sale', type: sql`boolean[]` },
  healthRegister: { column: 'health_register', type: sql`text[]` },
  legalWarning: { column: 'legal_warning', type: sql`text[]` },
  cost: { column: 'cost', type: sql`integer[]` },
  discount: { column: 'discount', type: sql`numeric[]` },
  stock: { column: 'stock', type: sql`integer[]` },
}
const EVERY = Object.keys(COLUMNS) as Field[]

/**
 * Saves products by barcode in one transaction (design §2.22): new ones are made with every field, known ones get the fields
 * of `fields`, and one that has them already isn't touched. Known ones are locked last and in the order of their ids, as
 * orders lock them.
 *
 * @throws Refusal TOO_MANY while another import runs, on whichever server
 */
export function importProducts(
  database: Db,
  { products, fields }: { products: ProductForm[]; fields: Field[] },
): Promise<Imported> {
  return database.transaction().execute(async (tx) => {
    if (!(await claimImport(tx))) throw importing()
    await lockCatalog(tx, 'alone')
    const rows = await withIds(tx, products)
    const created: ProductForm[] = []
    const changed: { id: string; row: ProductForm }[] = []
    for (const chunk of chunks(rows)) {
      const known = await compare(tx, chunk, fields)
      for (const row of chunk) {
        const found = known.get(row.barcode)
        if (!found) created.push(row)
        else if (found.changed) changed.push({ id: found.id, row })
      }
    }
    for (const chunk of chunks(created)) await insert(tx, chunk)
    changed.sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const chunk of chunks(changed)) await update(tx, chunk, fields)
    const unchanged = rows.length - created.length - changed.length
    return { created: created.length, updated: changed.length, unchanged }
  })
}

export const importing = () =>
  new Refusal('TOO_MANY', {
    message: 'Ya hay una importación en curso. Espera a que termine.',
    retryAfter: 10,
  })

/** The same rows with the ids of their category and laboratory in place of the names. */
async function withIds(tx: Tx, products: ProductForm[]): Promise<ProductForm[]> {
  const idOf = async (table: 'categories' | 'suppliers', names: string[]) => {
    const distinct = [...new Set(names)]
    const ids = await findOrCreateByName(tx, table, distinct)
    return new Map(distinct.map((name, index) => [name, ids[index] ?? '']))
  }
  const categories = await idOf(
    'categories',
    products.map(({ category }) => category),
  )
  const suppliers = await idOf(
    'suppliers',
    products.map(({ laboratory }) => laboratory),
  )
  return products.map((product) => ({
    ...product,
    category: categories.get(product.category) ?? '',
    laboratory: suppliers.get(product.laboratory) ?? '',
  }))
}

/** The known products of these rows by barcode, and whether any of the fields differs. */
async function compare(tx: Tx, rows: ProductForm[], fields: Field[]) {
  const { rows: known } = await sql<{ barcode: string; id: string; changed: boolean }>`
    select p.barcode, p.id, (${columns('p', fields)}) is distinct from (${columns('n', fields)}) as changed
    from ${given(rows)} join products p on p.barcode = n.barcode and p.barcode <> ''`.execute(tx)
  return new Map(known.map((row) => [row.barcode, row]))
}

async function insert(tx: Tx, rows: ProductForm[]) {
  const names = sql.join(EVERY.map((field) => sql.ref(COLUMNS[field].column)))
  await sql`insert into products (${names}) select ${columns('n', EVERY)} from ${given(rows)}`.execute(tx)
}

async function update(tx: Tx, rows: { id: string; row: ProductForm }[], fields: Field[]) {
  const ids = rows.map(({ id }) => id)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  const changes = fields
    .filter((field) => field !== 'barcode')
    .map((field) => sql`${sql.ref(COLUMNS[field].column)} = ${sql.ref(`n.${COLUMNS[field].column}`)}`)
  await sql`
    update products p set ${sql.join(changes)}, version = version + 1, updated_at = now()
    from ${given(rows.map(({ row }) => row))} where p.barcode = n.barcode`.execute(tx)
}

const columns = (table: 'p' | 'n', fields: Field[]) =>
  sql.join(fields.map((field) => sql.ref(`${table}.${COLUMNS[field].column}`)))

/** The rows as a table `n` of the database. */
function given(rows: ProductForm[]) {
  const arrays = EVERY.map((field) => sql`${rows.map((row) => row[field])}::${COLUMNS[field].type}`)
  const names = EVERY.map((field) => sql.ref(COLUMNS[field].column))
  return sql`unnest(${sql.join(arrays)}) as n (${sql.join(names)})`
}

function* chunks<Row>(rows: Row[]) {
  for (let from = 0; from < rows.length; from += AT_ONCE) yield rows.slice(from, from + AT_ONCE)
}
