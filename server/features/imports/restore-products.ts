import { sql } from 'kysely'
import type { ProductValues } from '#contract/products.ts'
import type { Tx } from '../../database/schema.ts'
import type { Actor, AuditFields } from '../audit/record-audit.ts'
import { findOrCreateByName } from '../categories-and-suppliers/find-or-create.ts'
import { readProductFields, recordUpdated } from '../products/audit-products.ts'
import { columnValues } from '../products/column-values.ts'
import { holdProducts } from '../products/hold-products.ts'
import { recordStock } from '../stock/move-stock.ts'

/** A product that isn't restored, with the reason in Spanish. */
export type LeftProduct = { productId: string; barcode: string; name: string; reason: string }

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
export async function restoreProducts(tx: Tx, { importId, ids, actor }: Restoration): Promise<LeftProduct[]> {
  const changes = await readChanges(tx, importId, ids)
  const free = changes.filter(({ taken }) => taken === null)
  const current = await readProductFields(
    tx,
    free.map(({ id }) => id),
  )
  const products = free.map(({ id, before, countedStock }) => ({
    id,
    fields: { ...current.get(id), ...before },
    countedStock,
  }))
  await write(tx, products, actor)
  await recordStock(tx, current, { cause: 'undo', reference: importId, actor })
  await recordUpdated(tx, actor, current)
  await sql`
    update product_import_changes earlier set version = p.version
    from product_import_changes undone join products p on p.id = undone.product_id
    where undone.import_id = ${importId} and undone.product_id = any(${[...current.keys()]}::uuid[])
      and earlier.product_id = undone.product_id and earlier.import_id <> undone.import_id
      and earlier.version = undone.version - case when undone.before - 'countedStock' = '{}' then 0 else 1 end`.execute(
    tx,
  )
  return changes.flatMap(({ id, barcode, name, taken }) =>
    taken === null ? [] : [{ productId: id, barcode, name, reason: taken }],
  )
}

type Change = {
  id: string
  barcode: string
  name: string
  before: AuditFields
  /** The counted stock to restore. */
  countedStock: number | null
  /** The reason why another product has the barcode or own code to restore; null when they are free. */
  taken: string | null
}

async function readChanges(tx: Tx, importId: string, ids: string[]): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select p.id, coalesce(nullif(p.barcode, ''), p.own_code) as barcode, p.tradename as name, c.before - 'countedStock' as before,
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
      end as taken
    from product_import_changes c join products p on p.id = c.product_id
    where c.import_id = ${importId} and c.product_id = any(${ids}::uuid[]) order by p.id`.execute(tx)
  return rows
}

type Restored = { id: string; fields: AuditFields; countedStock: number | null }

async function write(tx: Tx, products: Restored[], actor: Actor) {
  const categories = await idsByName(tx, 'categories', products, 'category', actor)
  const suppliers = await idsByName(tx, 'suppliers', products, 'laboratory', actor)
  const rows = products.map(({ id, fields, countedStock }) => ({
    id,
    ...columnValues(fields as ProductValues, { categories, suppliers }),
    // The original text, even where the form would write it differently.
    barcode: fields.barcode,
    stock: fields.stock,
    counted_stock: countedStock,
  }))
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
  if (columns.length === 0) return
  await sql`
    update products p set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`))},
      version = p.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb) n where p.id = n.id`.execute(
    tx,
  )
  await holdProducts(
    tx,
    rows.map(({ id }) => id),
  )
}

/** The ids of the products' categories or laboratories by name; a deleted name is created again. */
async function idsByName(
  tx: Tx,
  table: 'categories' | 'suppliers',
  products: Restored[],
  field: 'category' | 'laboratory',
  actor: Actor,
): Promise<Map<string, string>> {
  const names = [...new Set(products.map(({ fields }) => String(fields[field])))]
  const ids = await findOrCreateByName(tx, table, names, actor)
  return new Map(names.map((name, index) => [name, ids[index] ?? '']))
}
