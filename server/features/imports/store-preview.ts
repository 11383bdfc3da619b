import type { ImportReport } from '#contract/import-report.ts'
import type { Tx } from '../../database/schema.ts'
import type { Actor } from '../audit/record-audit.ts'
import { findImport, insertImport, insertRows, type Origin } from './import-store.ts'
import type { Plan } from './plan-import.ts'
import { previewPlan } from './preview-plan.ts'
import { type Planned, reportImport } from './report-import.ts'

type Stored = {
  unread: Planned
  fileName: string
  actor: Actor
  /** Absent: a person. */
  origin?: Origin
  /** Why the file isn't saved by itself. */
  reasons?: string[]
}

/** Stores the preview of a plan; an import without a valid row is stored as refused. */
export async function storePreview(
  tx: Tx,
  plan: Plan,
  { unread, fileName, actor, origin, reasons }: Stored,
): Promise<ImportReport> {
  const isEmpty = plan.rows.length + plan.waiting.length === 0
  const { held, mostPriced, asked, refuseNear } = plan
  const preview = isEmpty ? null : await previewPlan(tx, plan)
  const id = await insertImport(tx, {
    state: isEmpty ? 'refused' : 'preview',
    ...{ fileName, actor, origin },
    report: reportImport(plan.rows, unread, { held, mostPriced, asked, refuseNear, preview, reasons }),
    refused: unread.refused,
  })
  await insertRows(tx, id, plan)
  return (await findImport(tx, id))!
}
