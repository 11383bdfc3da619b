import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import type { Tx } from '../../database/schema.ts'
import { queueEvent } from '../../webhooks/queue-event.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { chunks } from './chunks.ts'
import { findImport, insertImport, type Origin, updateImport } from './import-store.ts'
import type { Plan } from './plan-import.ts'
import { rememberNames, sourceOf } from './recognize-names.ts'
import { type Planned, reportImport } from './report-import.ts'
import { isChanged, type WrittenRow, writePlan } from './write-plan.ts'

type Saved = {
  /** The preview that is saved; absent for an upload in one step. */
  previewId?: string
  unread: Planned
  fileName: string
  actor: Actor
  /** Where the file of an import in one step came from; absent: a person. */
  origin?: Origin
}

/** Writes a plan, with its report, audit entry and undo data. */
export async function savePlan(
  tx: Tx,
  plan: Plan,
  { previewId, unread, fileName, actor, origin }: Saved,
): Promise<ImportReport> {
  const rows = await writePlan(tx, plan, { cause: 'import', reference: previewId, actor })
  const report = reportImport(rows, unread, { held: plan.held })
  const { refused } = unread
  if (previewId) await updateImport(tx, previewId, { state: 'saved', report, refused })
  const id =
    previewId ?? (await insertImport(tx, { state: 'saved', fileName, actor, origin, report, refused }))
  const named = rows.flatMap(({ identity, productId }) =>
    identity === undefined ? [] : [{ identity, productId }],
  )
  await rememberNames(tx, sourceOf(unread.sheets), named)
  const written = rows.filter((row) => row.isNew || isChanged(row))
  for (const chunk of chunks(written)) await insertChanges(tx, id, chunk)
  const { created, updated, unchanged, refused: rejected } = report
  await recordAudit(tx, actor, {
    action: 'product.import',
    subject: { kind: 'workbook', id, label: fileName },
    after: { created, updated, unchanged, rejected },
  })
  const data = { _id: id, created, updated, unchanged, refused: rejected }
  await queueEvent(tx, 'import.finished', { subject: id, data })
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
