import type { Bank } from '#contract/payments.ts'
import { fold } from '#domain/text.ts'
import { headingKey } from './statement-headings.ts'

/** How the banks head the columns of their files. */
const LAYOUTS: [Bank, (keys: Set<string>, texts: string[]) => boolean][] = [
  ['santander', (keys) => keys.has('cargo abono') && keys.has('monto')],
  ['chile-empresas', (keys) => keys.has('cheque o cargo') && keys.has('deposito o abono')],
  ['chile', (keys) => keys.has('canal o sucursal') || (keys.has('cargos clp') && keys.has('abonos clp'))],
  [
    'bci',
    (keys) =>
      keys.has('cheques y otros cargos') &&
      [...keys].some((key) => /^depositos y (otros )?abonos?$/.test(key)),
  ],
  ['itau', (keys) => keys.has('depositos o abonos') && keys.has('giros o cargos')],
  ['estado', (keys) => keys.has('cheques cargos') && keys.has('depositos abonos')],
  ['estado', (keys) => keys.has('monto cargo') && keys.has('monto abono') && keys.has('descripcion')],
  [
    'estado',
    (keys, texts) => keys.has('cargo') && keys.has('abono') && texts.some((text) => /abono.*\$/i.test(text)),
  ],
  [
    'scotiabank',
    (keys) =>
      keys.has('cargo') && keys.has('abono') && (keys.has('saldo diario') || keys.has('numero documento')),
  ],
]

const NAMES: [Bank, RegExp][] = [
  ['santander', /\bsantander\b/],
  ['bci', /\bbci\b|\bbanco de credito e inversiones\b/],
  ['estado', /\bbanco ?estado\b|\bbanco del estado\b|\bcuentarut\b/],
  ['itau', /\bitau\b/],
  ['scotiabank', /\bscotiabank\b/],
  ['chile', /\bbanco (de )?chile\b|\bbanco edwards\b/],
]

/** The bank of a statement: by its headings, else by the one name that stands above the table. */
export function bankOf(headings: string[], above: string[]): Bank | null {
  const keys = new Set(headings.map(headingKey))
  const byHeadings = LAYOUTS.find(([, fits]) => fits(keys, headings))?.[0]
  if (byHeadings) return byHeadings
  const text = fold(above.join(' · '))
  const named = NAMES.filter(([, name]) => name.test(text))
  return named.length === 1 ? (named[0]?.[0] ?? null) : null
}
