import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import type { ProductValues } from '#contract/products.ts'
import type { Tx } from '../../../database/schema.ts'
import { queueEvent } from '../../../webhooks/queue-event.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { findOrCreateNames } from '../../categories-and-suppliers/find-or-create.ts'
import { recordCreated } from '../../products/audit-products.ts'
import { changeLocked } from '../../products/change-locked.ts'
import { type Column, columnValues, type NameIds } from '../../products/column-values.ts'
import { holdProducts } from '../../products/hold-products.ts'
import { changesTo, moveLots, type NamedLot } from '../../stock/lots.ts'
import { type Move, recordStock } from '../../stock/move-stock.ts'
import { type CurrentProduct, readCurrentProducts } from '../plan/find-matches.ts'
import type { Plan } from '../plan/plan-import.ts'
import { isChanged, type PlannedRow, planAgain } from '../plan/plan-row.ts'
import { giveCodes, rememberNames } from '../plan/recognize-names.ts'
import { namedLots } from '../rows/repeated-rows.ts'
import { chunks, type WorkbookRow } from '../rows/workbook-rows.ts'
import { analyzeLarge, findImport, type Sent, storeImport } from './import-store.ts'
import { reportImport } from './report-import.ts'

/** Writes a plan, with its report, audit entry and undo data: of an upload, or of a preview. */
export async function savePlan(
  tx: Tx,
  plan: Plan,
  of: Sent | { id: string; fileName: string; actor: Actor },
): Promise<ImportReport> {
  const lowered: NamedLot[] = []
  const reference = 'id' in of ? of.id : undefined
  const rows = await writePlan(tx, plan, { cause: 'import', reference, actor: of.actor, lowered })
  const names = new Map(rows.map(({ productId, name }) => [productId, name]))
  const report = reportImport(rows, plan, {
    ...(lowered.length > 0 && {
      lowered: lowered.map((lot) => ({ ...lot, name: names.get(lot.productId) ?? '' })),
    }),
  })
  const id = await storeImport(tx, of, { state: 'saved', report, refused: plan.refused })
  const named = rows.flatMap(({ identity, productId }) =>
    identity === undefined ? [] : [{ identity, productId }],
  )
  await rememberNames(tx, plan.options.recognize.source, named)
  const written = rows.filter((row) => row.isNew || isChanged(row))
  for (const chunk of chunks(written)) await insertChanges(tx, id, chunk)
  const { created, updated, unchanged, refused: rejected } = report
  await recordAudit(tx, of.actor, {
    action: 'product.import',
    subject: { kind: 'workbook', id, label: of.fileName },
    after: { created, updated, unchanged, rejected },
  })
  const data = { _id: id, created, updated, unchanged, refused: rejected }
  await queueEvent(tx, 'import.finished', { subject: id, data })
  await analyzeLarge(tx, created + updated)
  return (await findImport(tx, id))!
}

/** Adds the counted stock, which changes together with the stock. */
const withCounted = (values: PlannedValues, counted: number | null) =>
  'stock' in values ? { ...values, countedStock: counted } : values
type PlannedValues = WrittenRow['after']

async function insertChanges(tx: Tx, importId: string, rows: WrittenRow[]) {
  const changes = rows.map(({ isNew, productId, before, after, counted, version }) => ({
    product_id: productId,
    before: isNew ? null : withCounted(before, counted.before),
    after: withCounted(after, counted.after),
    version,
  }))
  await sql`
    insert into product_import_changes (import_id, product_id, before, after, version)
    select ${importId}, product_id, before, after, version
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (product_id uuid, before jsonb, after jsonb, version integer)`.execute(
    tx,
  )
}

/** The cause and author of the stock's movements. `lowered` collects the lots that were reduced because the stock is below their sum. */
type Writing = Move & { actor: Actor; lowered: NamedLot[] }

type WrittenRow = PlannedRow & {
  productId: string
  version: number
}

/**
 * Writes a plan with its audit entries; the caller has locked the catalogue. Existing products are locked last, in the order of their
 * ids, like by orders, and their stock is then read again.
 *
 * @returns the rows as they were written
 */
async function writePlan(tx: Tx, { rows, ...rules }: Plan, move: Writing): Promise<WrittenRow[]> {
  const { actor } = move
  const ids = await findOrCreateNames(
    tx,
    rows.map(({ after }) => after),
    actor,
  )
  const written: WrittenRow[] = []
  for (const chunk of chunks(rows.filter(({ productId }) => productId === null)))
    written.push(...(await insert(tx, chunk, ids, move)))
  const existing = rows.filter((row): row is Existing => row.productId !== null)
  const isTouched = (row: PlannedRow) => isChanged(row) || isCounted(row) || setsLots(row)
  const touched = existing.filter(isTouched)
  touched.sort((a, b) => (a.productId < b.productId ? -1 : 1))
  for (const chunk of chunks(touched)) {
    const current = await lockProducts(tx, chunk)
    const planned = chunk.map((row) => {
      const product = current.get(row.productId)!
      return { ...planAgain(row, product, rules), productId: product.id, product }
    })
    await update(tx, planned, ids, move)
    for (const { product, ...row } of planned)
      written.push({ ...row, version: product.version + (isChanged(row) ? 1 : 0) })
  }
  for (const row of existing) if (!isTouched(row)) written.push({ ...row, version: 0 })
  return written
}

type Existing = PlannedRow & { productId: string }

const isCounted = ({ counted }: PlannedRow) => counted.after !== null && counted.after !== counted.before

/**
 * Sets the lots of products whose rows name some, once their stock is written.
 *
 * @returns the ids of these products
 */
async function setLots(
  tx: Tx,
  rows: readonly { productId: string; row: WorkbookRow; counted: PlannedRow['counted'] }[],
  move: Move,
): Promise<string[]> {
  const named = rows.filter(setsLots)
  if (named.length === 0) return []
  const ids = named.map(({ productId }) => productId)
  const wanted = named.flatMap(({ productId, row }) => namedLots(row).map((lot) => ({ productId, ...lot })))
  const changes = await changesTo(tx, wanted, ids)
  await moveLots(tx, changes)
  const { rows: stocks } = await sql<{ id: string; stock: number }>`
    select id, stock from products where id = any(${ids}::uuid[])`.execute(tx)
  await recordStock(tx, new Map(stocks.map(({ id, stock }) => [id, { stock }])), move, changes)
  return ids
}

/** Whether a row that counts the stock names its lots. */
const setsLots = ({ row, counted }: Pick<PlannedRow, 'row' | 'counted'>) =>
  counted.after !== null && namedLots(row).length > 0

async function insert(tx: Tx, planned: PlannedRow[], names: NameIds, move: Writing): Promise<WrittenRow[]> {
  const rows = await withCodes(tx, planned)
  const values = rows.map(({ after }) => ({
    ...columnValues(after as ProductValues, names),
    stock: after.stock,
  }))
  const columns = sql.join(Object.keys(values[0] ?? {}).map((column) => sql.ref(column)))
  const { rows: created } = await sql<{ id: string; barcode: string; own_code: string }>`
    insert into products (${columns}, counted_stock)
    select ${columns}, stock from jsonb_populate_recordset(null::products, ${JSON.stringify(values)}::jsonb)
    returning id, barcode, own_code`.execute(tx)
  const ids = created.map(({ id }) => id)
  await recordStock(tx, new Map(ids.map((id) => [id, { stock: 0 }])), move)
  await holdProducts(tx, ids)
  const keyOf = (codes: { barcode: string; own_code: string }) => `${codes.barcode}\n${codes.own_code}`
  const idOf = new Map(created.map((product) => [keyOf(product), product.id]))
  const written = rows.map((row, index) => ({
    ...row,
    productId: idOf.get(keyOf(values[index]!))!,
    version: 1,
  }))
  await setLots(tx, written, move)
  await recordCreated(tx, move.actor, ids)
  return written
}

async function withCodes(tx: Tx, rows: readonly PlannedRow[]): Promise<PlannedRow[]> {
  const hasNone = ({ after }: PlannedRow) => !after.barcode && !after.ownCode
  const codes = await giveCodes(tx, rows.filter(hasNone).length)
  return rows.map((row) =>
    hasNone(row) ? { ...row, after: { ...row.after, ownCode: codes.shift() ?? '' } } : row,
  )
}

async function lockProducts(tx: Tx, rows: Existing[]) {
  const ids = rows.map(({ productId }) => productId)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  return readCurrentProducts(tx, ids)
}

async function update(
  tx: Tx,
  rows: (Existing & { product: CurrentProduct })[],
  names: NameIds,
  move: Writing,
) {
  const changes = rows.map((row) => ({ id: row.productId, fields: changedColumns(row, names) }))
  const columns = [...new Set(changes.flatMap(({ fields }) => Object.keys(fields)))]
  const ids = rows.map(({ productId }) => productId)
  // Fields that a product's change doesn't have stay as they are.
  const write = () =>
    sql`
    update products p set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`))},
      updated_at = case when n.version > p.version then now() else p.updated_at end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id uuid, fields jsonb)
    join products current on current.id = change.id
    cross join lateral jsonb_populate_record(current, change.fields) n
    where p.id = change.id`.execute(tx)
  const lowered = await changeLocked(tx, ids, move, write)
  const isSet = new Set(await setLots(tx, rows, move))
  move.lowered.push(...lowered.filter(({ productId }) => !isSet.has(productId)))
}

function changedColumns(row: PlannedRow & { product: CurrentProduct }, ids: NameIds) {
  const { product, after, counted } = row
  const before = columnValues(product.values, ids)
  const becomes = Object.entries(columnValues({ ...product.values, ...after }, ids))
  return {
    ...Object.fromEntries(becomes.filter(([column, value]) => before[column as Column] !== value)),
    ...('stock' in after && { stock: after.stock }),
    ...(counted.after !== null && { counted_stock: counted.after }),
    version: product.version + (isChanged(row) ? 1 : 0),
  }
}
