import { isParticle } from './compare-names.ts'
import { checkDigitOf } from './rut.ts'
import { fold } from './text.ts'

/** The payer and the order as a transfer's description names them. */
export type Payer = {
  /** RUTs that are written with their check digit, without it. */
  ruts: string[]
  /** Digits that are a RUT if somebody has it: without a check digit, or with one that may be chance. */
  possibleRuts: string[]
  /** Runs of words that may be names: folded, without particles. */
  names: string[][]
  /** Numbers that are words of their own; `labelled` when the text calls them an order's (`pedido 1042`). */
  numbers: { value: number; labelled: boolean }[]
}

/** Words that banks and payers write around a name. */
const NO_NAME = new Set(
  `transf transferencia transferencias transfer traspaso traspasos trf tef trx abono abonos deposito pago pagos recibido recibida
  desde otro otra banco bco cuenta cta cte corriente vista rut a al por para con en el mi tu su fondos fondo autoservicio internet web app
  online linea electronica electronico terceros tercero propia propias inmediata inmediato sucursal suc oficina caja farmacia botica
  compra compras medicamento medicamentos remedio remedios receta productos pedido pedidos ped orden ordenes boleta factura n no nro nr num numero
  comprobante operacion oper cod codigo ref referencia mensaje glosa asunto motivo nombre fecha dia monto clp peso pesos total saldo
  chile santander bci itau scotiabank estado bancoestado bice falabella ripley security consorcio internacional coopeuch tenpo mach
  mercadopago credito prepago`
    .trim()
    .split(/\s+/),
)
const ORDER_LABEL = /(?:^| )(?:pedidos?|ped|orden|compra)(?: (?:n|no|nr|nro|num|numero))?$/

const MONTH =
  '(?:ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|may(?:o)?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sept?(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?)'
/** Numbers that are no order's, and the name of a bank behind `banco`. */
const NO_ORDER = new RegExp(
  [
    // Phones in groups: +56 9 1234 5678.
    String.raw`\+\s?56[\s\d-]+|\b(?:56 )?9 \d{4} ?\d{4}\b`,
    // Days and years beside a month: 2 de noviembre, nov 2026.
    String.raw`\b\d{1,2} (?:de )?${MONTH}(?:(?: del?)? 20\d\d)?\b|\b${MONTH}(?: del?)? 20\d\d\b`,
    // Amounts, parts and quantities: $ 12.990, 1 de 2, 2 cajas.
    String.raw`\$ ?[\d.,]+|\b\d{1,2} de \d{1,2}\b|\b[\d.,]+ ?(?:%|pesos\b|clp\b|mg\b|ml\b|gr?\b|cajas?\b|unidad(?:es)?\b|cuotas?\b|pedidos\b|dias\b)`,
    String.raw`\bbanco (?:del? )?\p{L}+`,
  ].join('|'),
  'gu',
)
const RUT_WITH_DASH =
  /(?<![\p{L}\d.-])0*(\d{1,2}(?:\.\d{3}){2}|[1-9]\d{5,8}) ?[-\u2010-\u2015\u2212] ?([\dk])(?![\p{L}\d-])/gu
/** Ends a name: words on its two sides belong to different names. */
const BREAK = ' | '

/** Reads the payer from a description. A number that repeats the amount or the bank's document number is no order's. */
export function readPayer(transfer: { description: string; document: string; amount: number }): Payer {
  const payer: Payer = { ruts: [], possibleRuts: [], names: [], numbers: [] }
  const words = fold(transfer.description)
    .replace(RUT_WITH_DASH, (_, digits: string, checkDigit: string) => {
      addRut(payer, digits.replaceAll('.', ''), checkDigit)
      return BREAK
    })
    .replace(NO_ORDER, BREAK)
    // A letter that the bank's encoding lost: MU?OZ.
    .replace(/(?<=\p{L})[?#¥\ufffd](?=\p{L})/gu, 'n')
    .replace(/['’´`]/g, '')
    .replace(/[#°º()[\]{}"*;!¡¿]|(?<!\d)[:,/]|[:,/](?!\d)|(?<=\p{L})\.|\.(?!\d)/gu, ' ')
    .split(/\s+/)
    .flatMap((word) => (/\d/.test(word) ? word : word.split(/[^\p{L}|]+/u)))
    .filter(Boolean)
  const ignored = [transfer.amount, Number(transfer.document || Number.NaN)]
  let name: string[] = []
  words.forEach((word, index) => {
    if (/^\p{L}+$/u.test(word) && !NO_NAME.has(word)) {
      if (!isParticle(word)) name.push(word)
      return
    }
    if (name.length > 0) payer.names.push(name)
    name = []
    if (/^\d+k?$/.test(word)) readDigits(payer, word)
    if (/^\d{1,2}(\.\d{3}){2}$/.test(word)) payer.possibleRuts.push(word.replaceAll('.', ''))
    if (/^[1-9]\d{0,6}$/.test(word) && !ignored.includes(Number(word)))
      payer.numbers.push({ value: Number(word), labelled: ORDER_LABEL.test(words.slice(0, index).join(' ')) })
  })
  if (name.length > 0) payer.names.push(name)
  return payer
}

/** A RUT without a dash. Banks fill it with zeros up to ten characters; the last one is the check digit. */
function readDigits(payer: Payer, word: string) {
  const digits = word.replace(/^0+/, '')
  if (word.startsWith('0') || word.endsWith('k') || digits.length === 9) {
    if (word.length >= 8) addRut(payer, digits.slice(0, -1), digits.slice(-1))
    return
  }
  if (digits.length === 7 || digits.length === 8) payer.possibleRuts.push(digits)
  if (digits.length === 8 && digits.endsWith(checkDigitOf(digits.slice(0, -1))))
    payer.possibleRuts.push(digits.slice(0, -1))
}

/** Adds a RUT if its check digit is right; otherwise the digits are ignored. */
function addRut(payer: Payer, digits: string, checkDigit: string) {
  if (/^\d{6,8}$/.test(digits) && checkDigitOf(digits) === checkDigit.toUpperCase()) payer.ruts.push(digits)
}
