/** The file is no supported workbook. The message is shown to the person who uploaded it. */
export class SpreadsheetRejected extends Error {
  override readonly name = 'SpreadsheetRejected'
}

export const notAWorkbook = () => new SpreadsheetRejected('El archivo no es un libro de Excel (.xlsx).')
export const damaged = () =>
  new SpreadsheetRejected('El archivo está dañado o no se puede leer. Guárdalo de nuevo como .xlsx.')
export const tooLarge = () =>
  new SpreadsheetRejected('El archivo trae demasiados datos. Divídelo en partes más pequeñas.')
