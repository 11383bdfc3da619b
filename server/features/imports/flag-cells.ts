import type { ProductField } from '#contract/product-fields.ts'
import type { CellValue } from '../../spreadsheets/read-sheets.ts'
import { type CellText, cellWord } from './cell-text.ts'

const YES = ['si', 's', 'x', '1', 'true', 'verdadero', 'yes', 'y', '✓', '✔']
const NO = ['no', 'n', '0', 'false', 'falso']

const PRESCRIPTION =
  /^(presentacion |solo |venta )?(de |bajo |con |requiere )?(receta|rec|recipe|prescription|rx)( medica| med| medico| only| required)?( simple| retenida| archivada| cheque| morado)?( con control de (stock|existencia|existencias|saldo))?$/
const DIRECT_SALE =
  /^((de )?venta )?(directa|libre)$|^(vd|v d|otc|over the counter|sin receta|sin receta medica|sin recipe|no prescription)$/

/** Words that say yes or no in one column only. */
const WORDS: Partial<Record<ProductField, { yes: RegExp; no: RegExp }>> = {
  bioequivalent: {
    yes: /^(bioequivalente|bioeq|be|b e|es bioequivalente)$/,
    no: /^(no (es )?(bioequivalente|be|b e)|sin bioequivalencia)$/,
  },
  generic: { yes: /^(generico|es generico)$/, no: /^(no (es )?generico|marca|de marca)$/ },
  prescription: {
    yes: new RegExp(`${PRESCRIPTION.source}|^(r|rm|r m|rr|r r|rch|retenida|cheque|simple)$`),
    no: new RegExp(`${DIRECT_SALE.source}|^no requiere( receta( medica)?)?$`),
  },
  directSale: { yes: DIRECT_SALE, no: PRESCRIPTION },
}

/** Words of a kind of prescription, in the column 'Receta' or in one for the condition of sale. */
const RETAINED = /\bretenid[ao]\b|\barchivada\b|\bmorado\b|^(rr|r r)$/
const CHEQUE = /\bcheque\b|^rch$/
const SIMPLE = new RegExp(`${PRESCRIPTION.source}|^(r|rm|r m|rs|r s|simple)$`)
const NO_MEDICINE = /^(no es|no) (un )?medicamento$|^insumo( medico)?$|^cosmetico$/

/** The kind of prescription that a cell names; nothing for a mere SI. */
export function saysCondition(value: CellValue | undefined): 'simple' | 'retained' | 'check' | undefined {
  const word = typeof value === 'string' ? cellWord(value) : ''
  if (CHEQUE.test(word)) return 'check'
  if (RETAINED.test(word)) return 'retained'
  return /\bsimple\b/.test(word) ? 'simple' : undefined
}

export function readCondition(value: string | number): CellText {
  const word = cellWord(String(value))
  const text =
    saysCondition(String(value)) ??
    (DIRECT_SALE.test(word) ? 'direct' : undefined) ??
    (SIMPLE.test(word) ? 'simple' : undefined) ??
    (NO_MEDICINE.test(word) ? 'none' : undefined) ??
    (word === 'por definir' ? 'unknown' : undefined)
  if (text) return { text }
  return {
    problem: {
      reason: 'Condición de venta desconocida',
      message: 'Escribe Venta directa, Receta simple, Receta retenida, Receta cheque o No es medicamento.',
    },
  }
}

/** A cell about prescriptions can also say whether the product is for direct sale: `Receta médica`, `Venta directa`. */
export function saysDirectSale(value: CellValue | undefined): boolean | undefined {
  const word = typeof value === 'string' ? cellWord(value) : ''
  if (DIRECT_SALE.test(word)) return true
  return PRESCRIPTION.test(word) ? false : undefined
}

export function readFlag(field: ProductField, value: string | number): CellText {
  const word = cellWord(String(value))
  const words = WORDS[field]
  if (YES.includes(word) || words?.yes.test(word)) return { text: 'true' }
  if (NO.includes(word) || words?.no.test(word)) return { text: 'false' }
  return { problem: { reason: 'Debe ser SI o NO', message: 'Escribe SI o NO.' } }
}
