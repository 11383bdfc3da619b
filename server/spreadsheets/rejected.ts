/** A file that is no workbook we read; the message is for the person who sent it. */
export class SpreadsheetRejected extends Error {
  readonly code: 'BAD_INPUT' | 'TOO_LARGE' | 'WRONG_KIND'

  constructor(code: SpreadsheetRejected['code'], message: string) {
    super(message)
    this.name = 'SpreadsheetRejected'
    this.code = code
  }
}

export const notAWorkbook = () =>
  new SpreadsheetRejected('WRONG_KIND', 'El archivo no es un libro de Excel (.xlsx).')
export const damaged = () =>
  new SpreadsheetRejected(
    'BAD_INPUT',
    'El archivo está dañado o no se puede leer. Guárdalo de nuevo como .xlsx.',
  )
export const tooLarge = () =>
  new SpreadsheetRejected('TOO_LARGE', 'El archivo trae demasiados datos. Divídelo en partes más pequeñas.')
