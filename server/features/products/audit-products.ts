import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { type Actor, type AuditFields, changedFields, recordAudit } from '../audit/record-audit.ts'
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
export async function recordCreated(tx: Tx, actor: Actor, ids: readonly string[]) {
  const created = await readProductFields(tx, ids)
  const entries = [...created].map(([id, fields]) => ({
    action: 'product.create' as const,
    subject: subjectOf(id, fields),
    after: fields,
  }))
  await recordAudit(tx, actor, ...entries)
}

/** Records products that were changed in this transaction since `before` was read. */
export async function recordUpdated(tx: Tx, actor: Actor, before: ProductFields) {
  const updated = await readProductFields(tx, [...before.keys()])
  const entries = [...updated].flatMap(([id, fields]) => {
    const changes = changedFields(before.get(id) ?? {}, fields)
    return changes ? [{ action: 'product.update' as const, subject: subjectOf(id, fields), ...changes }] : []
  })
  await recordAudit(tx, actor, ...entries)
}

/** Records products that are about to be deleted in this transaction, with all their fields. */
export async function recordDeleted(tx: Tx, actor: Actor, ids: readonly string[]) {
  const deleted = await readProductFields(tx, ids)
  const entries = [...deleted].map(([id, fields]) => ({
    action: 'product.delete' as const,
    subject: subjectOf(id, fields),
    before: fields,
  }))
  await recordAudit(tx, actor, ...entries)
}

const subjectOf = (id: string, { tradename }: AuditFields) => ({
  kind: 'product',
  id,
  label: String(tradename),
})
