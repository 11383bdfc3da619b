import { runChildSide } from '../../spreadsheets/child-side.ts'
import { readStatementFile, type StatementPart } from './read-statement-file.ts'
import type { KnownColumns } from './statement-table.ts'

await runChildSide<KnownColumns & { bytes: Uint8Array }, StatementPart>(async ({ bytes, ...known }, send) => {
  await readStatementFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known, send)
})
