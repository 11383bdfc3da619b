import { buffer } from 'node:stream/consumers'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { workbookStream } from './workbook-stream.ts'

test('a sheet of 60 columns is read as it was written, column by column', async () => {
  const columns = Array.from({ length: 60 }, (_, index) => ({ header: `Columna ${index}`, width: 12 }))
  const cells = columns.map((_, index) => (index % 7 === 3 ? '' : `valor ${index}`))
  async function* rows() {
    yield [cells]
  }
  const workbook = await buffer(workbookStream([{ name: 'Hoja', columns, rows: rows() }]))
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(workbook)]), { trim: false })
  expect(sheet?.data).toEqual([columns.map(({ header }) => header), cells.map((cell) => cell || null)])
})
