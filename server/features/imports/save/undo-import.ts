import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import type { ProductValues } from '#contract/products.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { type Actor, type AuditFields, recordAudit } from '../../audit/record-audit.ts'
import { findOrCreateNames } from '../../categories-and-suppliers/find-or-create.ts'
import { recordDeleted } from '../../products/audit-products.ts'
import { changeLocked } from '../../products/change-locked.ts'
import { columnValues } from '../../products/column-values.ts'
import { chunks } from '../rows/workbook-rows.ts'
import { analyzeLarge, lockForImport } from './import-store.ts'

type UndoneImport = {
  restored: number
  removed: number
  left: LeftProduct[]
  /** Number of the import's categories and laboratories that were deleted, because no product has them any more. */
  removedNames: number
}

/**
 * Undoes a saved import in one transaction: restores the fields that it changed, and deletes
 * the products that it created. A product that was touched since is left as it is.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it was undone or has expired; TOO_MANY while an import runs
 */
export function undoImport(database: Db, { id, actor }: { id: string; actor: Actor }): Promise<UndoneImport> {
  return inTransaction(database, async (tx) => {
    await lockForImport(tx)
    const { fileName } = await lockSavedImport(tx, id)
    const { created, changed, left } = await sortProducts(tx, id)
    const names = await findCreatedNames(tx, id)
    // Created products are deleted first: a restored product may need the barcode of one.
    for (const chunk of chunks(created)) {
      await recordDeleted(tx, actor, chunk)
      await sql`delete from products where id = any(${chunk}::uuid[])`.execute(tx)
    }
    let restored = 0
    for (const chunk of chunks(changed)) {
      const withTakenBarcode = await restoreProducts(tx, { importId: id, ids: chunk, actor })
      restored += chunk.length - withTakenBarcode.length
      left.push(...withTakenBarcode)
    }
    const removedNames = await removeEmptyNames(tx, names, actor)
    await sql`delete from product_import_changes where import_id = ${id}`.execute(tx)
    await sql`update product_imports set state = 'undone', undone_at = now() where id = ${id}`.execute(tx)
    const removed = created.length
    await recordAudit(tx, actor, {
      action: 'product.import-undo',
      subject: { kind: 'workbook', id, label: fileName },
      after: { restored, removed, left: left.length },
    })
    await analyzeLarge(tx, restored + removed)
    return { restored, removed, left, removedNames }
  })
}

type Sorted = { created: string[]; changed: string[]; left: LeftProduct[] }

/**
 * Divides the import's products, which must be locked, into untouched and changed since. A sale counts as a change only if the import set
 * the stock.
 */
async function sortProducts(tx: Tx, importId: string): Promise<Sorted> {
  const { rows } = await sql<Omit<LeftProduct, 'reason'> & { created: boolean; reason: string | null }>`
    select p.id as "productId", ${NAMED}, c.before is null as created,
      case
        when p.version <> c.version and exists (
          select from product_import_changes later
          where later.product_id = p.id and later.import_id <> c.import_id and later.version > c.version
        ) then 'Otra importación lo cambió después.'
        when p.version <> c.version then 'Se editó después.'
        when p.stock < (c.after->>'stock')::integer then 'Se vendió después.'
        when p.stock > (c.after->>'stock')::integer then 'Su stock cambió después.'
        when c.before is null and exists (select from order_lines where product_id = p.id) then 'Está en un pedido.'
      end as reason
    from product_import_changes c join products p on p.id = c.product_id
    where c.import_id = ${importId} order by c.product_id`.execute(tx)
  const free = rows.filter(({ reason }) => reason === null)
  const idsOf = (created: boolean) =>
    free.filter((row) => row.created === created).map(({ productId }) => productId)
  return {
    created: idsOf(true),
    changed: idsOf(false),
    left: rows.flatMap(({ created: _, reason, ...product }) => (reason ? [{ ...product, reason }] : [])),
  }
}

/** A product that isn't restored, with the reason in Spanish. */
type LeftProduct = { productId: string; barcode: string; name: string; reason: string }

type Restoration = {
  importId: string
  /** Ids of locked products without changes since the import. */
  ids: string[]
  actor: Actor
}

/**
 * Restores the fields that an import changed, with audit entries. Earlier imports of the restored products can then still be undone.
 *
 * @returns the products that can't be restored, because another product has their code now
 */
async function restoreProducts(tx: Tx, { importId, ids, actor }: Restoration): Promise<LeftProduct[]> {
  const changes = await readChanges(tx, importId, ids)
  const free = changes.filter(({ reason }) => reason === null)
  const restored = free.map(({ productId }) => productId)
  await changeLocked(tx, restored, { cause: 'undo', reference: importId, actor }, async (current) => {
    const fields = free.map(({ productId, before }) => ({ ...current.get(productId), ...before }))
    // A deleted name is created again.
    const names = await findOrCreateNames(tx, fields, actor)
    const rows = free.map(({ productId: id, countedStock }, at) => ({
      ...{ id, ...columnValues(fields[at] as ProductValues, names) },
      // The original text, even where the form would write it differently.
      ...{ barcode: fields[at]!.barcode, stock: fields[at]!.stock, counted_stock: countedStock },
    }))
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
    if (columns.length === 0) return
    await sql`
      update products p set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`))},
        version = p.version + 1, updated_at = now()
      from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb) n where p.id = n.id`.execute(
      tx,
    )
  })
  await sql`
    update product_import_changes earlier set version = p.version
    from product_import_changes undone join products p on p.id = undone.product_id
    where undone.import_id = ${importId} and undone.product_id = any(${restored}::uuid[])
      and earlier.product_id = undone.product_id and earlier.import_id <> undone.import_id
      and earlier.version = undone.version - case when undone.before - 'countedStock' = '{}' then 0 else 1 end`.execute(
    tx,
  )
  return changes.flatMap(({ productId, barcode, name, reason }) =>
    reason === null ? [] : [{ productId, barcode, name, reason }],
  )
}

type Change = Omit<LeftProduct, 'reason'> & {
  before: AuditFields
  countedStock: number | null
  /** Why it isn't restored: another product has its barcode or own code now; null when both are free. */
  reason: string | null
}

async function readChanges(tx: Tx, importId: string, ids: string[]): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select p.id as "productId", ${NAMED}, c.before - 'countedStock' as before,
      case
        when c.before ? 'countedStock' then (c.before->>'countedStock')::integer
        when c.before ? 'stock' then (c.before->>'stock')::integer
        else p.counted_stock
      end as "countedStock",
      case
        when exists (
          select from product_barcodes b
          where b.code = any(barcode_keys(c.before->>'barcode')) and b.product_id <> p.id
        ) then 'Su código de barras ahora es de otro producto.'
        when exists (
          select from products other
          where fold(other.own_code) collate "C" = fold(c.before->>'ownCode') and other.own_code <> '' and other.id <> p.id
        ) then 'Su código propio ahora es de otro producto.'
      end as reason
    from product_import_changes c join products p on p.id = c.product_id
    where c.import_id = ${importId} and c.product_id = any(${ids}::uuid[]) order by p.id`.execute(tx)
  return rows
}

const NAMED = sql`coalesce(nullif(p.barcode, ''), p.own_code) as barcode, p.tradename as name`

/** The tables of names; `unused` is the condition that no manual entry would be lost. */
const TABLES = [
  {
    table: 'categories',
    kind: 'category',
    field: 'category',
    reference: sql`category_id`,
    unused: sql`not exists (select from user_interests where category_id = named.id)`,
  },
  {
    table: 'suppliers',
    kind: 'supplier',
    field: 'laboratory',
    reference: sql`supplier_id`,
    unused: sql`address = '' and contact = '' and phone = ''`,
  },
] as const

/**
 * The ids of the categories and laboratories that an import created: names of its products whose id, which contains the time, isn't older
 * than the import.
 */
async function findCreatedNames(tx: Tx, importId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changed as (select after from product_import_changes where import_id = ${importId}),
      begun as (
        select (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid as id
        from product_imports where id = ${importId}
      )
    ${sql.join(
      TABLES.map(
        ({ table, field }) => sql`
          select id from ${sql.table(table)} where id >= (select id from begun)
            and name_key in (select fold(after->>${sql.lit(field)}) from changed)`,
      ),
      sql` union all `,
    )}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the given categories and laboratories without products. The caller must hold the catalogue's lock, so that no product gets one
 * meanwhile.
 *
 * @returns how many
 */
async function removeEmptyNames(tx: Tx, ids: string[], actor: Actor): Promise<number> {
  let removed = 0
  for (const { table, kind, reference, unused } of TABLES) {
    const { rows } = await sql<{ id: string; name: string }>`
      delete from ${sql.table(table)} named
      where id = any(${ids}::uuid[]) and not exists (select from products where ${reference} = named.id) and ${unused}
      returning id, name`.execute(tx)
    const entries = rows.map(({ id, name }) => ({
      action: `${kind}.delete` as const,
      subject: { kind, id, label: name },
      before: { name },
    }))
    await recordAudit(tx, actor, ...entries)
    removed += rows.length
  }
  return removed
}

/**
 * Locks a saved import, then its products in the order of their ids, like orders. The caller must hold the catalogue's lock, so that the
 * import gets no further changes.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it isn't saved, was undone, or its changes have expired
 */
export async function lockSavedImport(tx: Tx, id: string) {
  type Saved = { fileName: string; stockKept: boolean; restocks: ImportReport['restocks'] }
  const { rows } = await sql<Saved & { state: string }>`
    select state, file_name as "fileName", report ? 'stockKept' as "stockKept", report->'restocks' as restocks
    from product_imports where id = ${id} for no key update`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  if (found.state === 'undone') throw refused('Esta importación ya se deshizo.')
  if (found.state !== 'saved') throw refused('Esta importación no se guardó.')
  const locked = await sql<{ products: number }>`
    with locked as (
      select p.id from product_import_changes c join products p on p.id = c.product_id
      where c.import_id = ${id} order by p.id for no key update of p
    )
    select count(*)::int as products from locked`.execute(tx)
  if (locked.rows[0]?.products === 0)
    throw refused('No hay datos de lo que cambió esta importación: se guardan 90 días.')
  return found
}

const refused = (message: string) => new Refusal('IMPORT_STATE', { message })
