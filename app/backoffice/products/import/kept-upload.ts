import type { ProductAssignment } from './column-assignment.ts'

/** The file of a preview, and what was chosen with it. */
type Upload = { file: File; assignment: ProductAssignment }

let kept: (Upload & { importId: string }) | null = null

/** Keeps the file of the last preview in this tab until it is reloaded, to read it again with other columns. */
export function keepUpload(importId: string, upload: Upload) {
  kept = { ...upload, importId }
}

/** The kept file of a preview; null for another one's. */
export const keptUpload = (importId: string): Upload | null => (kept?.importId === importId ? kept : null)
