import { type RawBuilder, sql } from 'kysely'
import type { ProductForm } from '#contract/products.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { readProductFields, recordCreated, recordUpdated } from '../audit-products.ts'
import { lockCatalog, tryLockImport } from '../catalog-lock.ts'
import { findOrCreateByName } from '../find-or-create.ts'

/** Rows of one statement: enough to be quick, and few enough that the server handles other requests in between. */
const CHUNK_SIZE = 500

type Field = Exclude<keyof ProductForm, 'version'>
/** A workbook's valid rows. */
type Import = {
  products: ProductForm[]
  /** The columns of the workbook. */
  fields: Field[]
  fileName: string
  /** Rows with errors. */
  rejected: number
  actor: Actor
}
export type ImportCounts = { created: number; updated: number; unchanged: number }

/** The database's column of each field, and the type of an array of its values. */
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
const ALL_FIELDS = Object.keys(COLUMNS) as Field[]

/**
 * Saves products by barcode in one transaction (docs/product.md#product-workbook): a new product gets all fields, an
 * existing product gets the fields of `fields`, and is not written when they are equal. Existing products are locked last and
 * in the order of their ids, as orders lock them. Each created or changed product has its own audit entry, and the import
 * another one.
 *
 * @throws Refusal TOO_MANY while another import runs, on any server
 */
export function importProducts(
  database: Db,
  { products, fields, fileName, rejected, actor }: Import,
): Promise<ImportCounts> {
  return inTransaction(database, async (tx) => {
    if (!(await tryLockImport(tx))) throw importRunning()
    await lockCatalog(tx, 'exclusive')
    const rows = await withIds(tx, products, actor)
    const created: ProductForm[] = []
    const changed: { id: string; row: ProductForm }[] = []
    for (const chunk of chunks(rows)) {
      const existing = await findExisting(tx, chunk, fields)
      for (const row of chunk) {
        const product = existing.get(row.barcode)
        if (!product) created.push(row)
        else if (product.differs) changed.push({ id: product.id, row })
      }
    }
    for (const chunk of chunks(created)) await insert(tx, chunk, actor)
    changed.sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const chunk of chunks(changed)) await update(tx, chunk, fields, actor)
    const unchanged = rows.length - created.length - changed.length
    const counts = { created: created.length, updated: changed.length, unchanged }
    await recordAudit(tx, actor, {
      action: 'product.import',
      subject: { kind: 'workbook', id: '', label: fileName },
      after: { ...counts, rejected },
    })
    return counts
  })
}

export const importRunning = () =>
  new Refusal('TOO_MANY', {
    message: 'Ya hay una importación en curso. Espera a que termine.',
    retryAfter: 10,
  })

/** The same rows with the ids of their category and laboratory in place of the names. */
async function withIds(tx: Tx, products: ProductForm[], actor: Actor): Promise<ProductForm[]> {
  const idOf = async (table: 'categories' | 'suppliers', names: string[]) => {
    const distinct = [...new Set(names)]
    const ids = await findOrCreateByName(tx, table, distinct, actor)
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

/** The existing products of these rows by barcode, and whether any of the fields differs. */
async function findExisting(tx: Tx, rows: ProductForm[], fields: Field[]) {
  const { rows: existing } = await sql<{ barcode: string; id: string; differs: boolean }>`
    select p.barcode, p.id, (${columns('p', fields)}) is distinct from (${columns('n', fields)}) as differs
    from ${asTable(rows)} join products p on p.barcode = n.barcode and p.barcode <> ''`.execute(tx)
  return new Map(existing.map((row) => [row.barcode, row]))
}

async function insert(tx: Tx, rows: ProductForm[], actor: Actor) {
  const names = sql.join(ALL_FIELDS.map((field) => sql.ref(COLUMNS[field].column)))
  const created = await sql<{ id: string }>`
    insert into products (${names}) select ${columns('n', ALL_FIELDS)} from ${asTable(rows)} returning id`.execute(
    tx,
  )
  await recordCreated(
    tx,
    actor,
    created.rows.map(({ id }) => id),
  )
}

async function update(tx: Tx, rows: { id: string; row: ProductForm }[], fields: Field[], actor: Actor) {
  const ids = rows.map(({ id }) => id)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  const before = await readProductFields(tx, ids)
  const changes = fields
    .filter((field) => field !== 'barcode')
    .map((field) => sql`${sql.ref(COLUMNS[field].column)} = ${sql.ref(`n.${COLUMNS[field].column}`)}`)
  await sql`
    update products p set ${sql.join(changes)}, version = version + 1, updated_at = now()
    from ${asTable(rows.map(({ row }) => row))} where p.barcode = n.barcode`.execute(tx)
  await recordUpdated(tx, actor, before)
}

const columns = (table: 'p' | 'n', fields: Field[]) =>
  sql.join(fields.map((field) => sql.ref(`${table}.${COLUMNS[field].column}`)))

/** The rows as a table `n` in SQL. */
function asTable(rows: ProductForm[]) {
  const arrays = ALL_FIELDS.map((field) => sql`${rows.map((row) => row[field])}::${COLUMNS[field].type}`)
  const names = ALL_FIELDS.map((field) => sql.ref(COLUMNS[field].column))
  return sql`unnest(${sql.join(arrays)}) as n (${sql.join(names)})`
}

function* chunks<Row>(rows: Row[]) {
  for (let from = 0; from < rows.length; from += CHUNK_SIZE) yield rows.slice(from, from + CHUNK_SIZE)
}
