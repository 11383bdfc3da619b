/** The file is no supported workbook. The message is shown to the person who uploaded it. */
export class SpreadsheetRejected extends Error {
  override readonly name = 'SpreadsheetRejected'
}

export const notAWorkbook = () =>
  new SpreadsheetRejected('El archivo no es un libro de Excel (.xlsx) ni una lista CSV.')
export const damaged = () =>
  new SpreadsheetRejected('El archivo está dañado o no se puede leer. Guárdalo de nuevo como .xlsx.')
export const tooLarge = () =>
  new SpreadsheetRejected('El archivo trae demasiados datos. Divídelo en partes más pequeñas.')
/** The most columns of a sheet. */
export const MAX_COLUMNS = 100
export const tooWide = () =>
  new SpreadsheetRejected(
    `La hoja llega más allá de ${MAX_COLUMNS} columnas. Borra las que sobran y envíala de nuevo.`,
  )
