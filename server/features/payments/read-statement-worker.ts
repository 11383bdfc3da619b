import { runWorkerSide } from '../../spreadsheets/worker-side.ts'
import type { KnownColumns } from './find-table.ts'
import { readStatementFile, type StatementPart } from './read-statement-file.ts'

await runWorkerSide<KnownColumns & { bytes: Uint8Array }, StatementPart>(
  async ({ bytes, ...known }, post) => {
    await readStatementFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known, post)
  },
)
