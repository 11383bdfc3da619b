import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import {
  type Actor,
  type AuditEntry,
  type AuditFields,
  changedFields,
  recordAudit,
} from '../audit/record-audit.ts'
import { PRODUCT_JOINS, PRODUCT_SELECT } from './queries.ts'

/** Products' fields by id, as the calls name them. */
type ProductFields = Map<string, AuditFields>

/** Reads products for their audit entries. Before an update, the caller has locked them. */
export async function readProductFields(tx: Tx, ids: readonly string[]): Promise<ProductFields> {
  // A join, because `any` would compare each product with each id.
  const { rows } = await sql<AuditFields & { _id: string }>`
    select ${PRODUCT_SELECT}
    from unnest(${ids}::uuid[]) wanted (id) join products on products.id = wanted.id ${PRODUCT_JOINS}`.execute(
    tx,
  )
  return new Map(rows.map(({ _id, version: _, ...fields }) => [_id, fields]))
}

/** Records products that were created in this transaction, with all their fields. */
export const recordCreated = async (tx: Tx, actor: Actor, ids: readonly string[]) =>
  recordProducts(tx, actor, new Map(), await readProductFields(tx, ids))

/** Records products that were changed in this transaction since `before` was read. */
export const recordUpdated = async (tx: Tx, actor: Actor, before: ProductFields) =>
  recordProducts(tx, actor, before, await readProductFields(tx, [...before.keys()]))

/** Records products that are about to be deleted in this transaction, with all their fields. */
export const recordDeleted = async (tx: Tx, actor: Actor, ids: readonly string[]) =>
  recordProducts(tx, actor, await readProductFields(tx, ids), new Map())

async function recordProducts(tx: Tx, actor: Actor, before: ProductFields, after: ProductFields) {
  const entries = [...new Map([...before, ...after])].flatMap(([id, { tradename }]): AuditEntry[] => {
    const [was, is] = [before.get(id), after.get(id)]
    const changes = was && is ? changedFields(was, is) : { before: was, after: is }
    const action = !was ? 'product.create' : is ? 'product.update' : 'product.delete'
    const subject = { kind: 'product', id, label: String(tradename) }
    return changes ? [{ action, subject, ...changes }] : []
  })
  await recordAudit(tx, actor, ...entries)
}
