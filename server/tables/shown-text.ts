import { cut } from '#domain/text.ts'
import type { CellValue } from '../spreadsheets/read-sheets.ts'
import { withoutGuard } from '../spreadsheets/text-cell.ts'

/** The most characters of a cell that are read. */
const MAX_CHARACTERS = 2_000

/** A cell as the sheet displays it, on one line. */
export function shownText(cell: CellValue | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO'
  // Excel writes the line breaks of some programs as `_x000D_`.
  const text = cut(String(typeof cell === 'object' ? cell.shown : cell), MAX_CHARACTERS).replaceAll(
    '_x000D_',
    ' ',
  )
  return withoutGuard(text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
}
