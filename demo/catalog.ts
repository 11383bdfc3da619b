import type { ImageSpec } from './images.ts'
import { laboratories } from './laboratories.ts'
import { acute } from './products/acute.ts'
import { care } from './products/care.ts'
import { chronic } from './products/chronic.ts'
import { painAndCold } from './products/pain-and-cold.ts'
import type { Access, Pack, ProductFamily } from './products/product-family.ts'

/** A product of the demo. Its laboratory is invented and its register number names no real product. */
export interface DemoProduct {
  readonly barcode: string
  readonly tradename: string
  readonly category: string
  readonly dcm: string
  readonly laboratory: string
  readonly healthRegister: string
  readonly stock: number
  /** Pesos. */
  readonly cost: number
  /** Percent. */
  readonly discount: number
  readonly bioequivalent: boolean
  readonly generic: boolean
  readonly prescription: boolean
  readonly directSale: boolean
  readonly pharmaceuticalForm: string
  readonly quantity: string
  readonly legalWarning: string
  readonly image: ImageSpec
}

export const demoCategories: readonly string[] = [
  'Dolor y fiebre',
  'Resfrío y alergia',
  'Digestivo',
  'Cardiovascular',
  'Diabetes y tiroides',
  'Antiinfecciosos',
  'Salud mental',
  'Respiratorio',
  'Dermatología',
  'Salud sexual',
  'Vitaminas',
  'Primeros auxilios',
  'Bebé',
  'Dermocosmética',
]

export const demoSuppliers = laboratories.map(({ name, address, contact, phone }) => ({
  name,
  address,
  contact,
  phone,
}))

const warnings: Record<Access, string> = {
  D: 'Si los síntomas persisten, consulte a su médico. Mantener fuera del alcance de los niños.',
  R: 'Venta bajo receta médica. Mantener fuera del alcance de los niños.',
  Ret: 'Venta bajo receta médica retenida. Mantener fuera del alcance de los niños.',
}
const pillColours = ['#fdfcf7', '#fbf6e6', '#f6d7a8', '#f4c8c0', '#bcd9ee', '#cfe6c4', '#f7e3a1', '#e3d3ef']
const capsuleColours = ['#f2b84b', '#3f8f7f', '#4a7fc1', '#8d6bb8', '#c96f4a', '#5aa15a']

export const demoProducts: readonly DemoProduct[] = makeProducts([
  ...painAndCold,
  ...chronic,
  ...acute,
  ...care,
])

function makeProducts(goods: readonly ProductFamily[]): DemoProduct[] {
  const names = new Set<string>()
  const products: DemoProduct[] = []
  for (const good of goods) {
    for (const pack of good.packs) {
      const product = makeProduct(good, pack, products.length, names)
      names.add(product.tradename)
      products.push(product)
    }
  }
  return products
}

function makeProduct(
  good: ProductFamily,
  pack: Pack,
  index: number,
  taken: ReadonlySet<string>,
): DemoProduct {
  const [short, content, cost] = pack
  const laboratory = laboratories.find((one) => one.short === short)
  if (!laboratory) throw new Error(`The demo has no laboratory "${short}"`)
  const { category, name, strength, form, access, shape } = good
  const register = good.register ?? 'F'
  const quantity = typeof content === 'number' ? counted(content, form) : content
  // The same number for the same product whatever else is in the catalogue: a new one moves nothing.
  const chance = (salt: string, outOf: number) =>
    hash(`${salt}|${name}|${strength}|${quantity}|${short}`) % outOf
  const solid = typeof content === 'number'
  const bioequivalent = solid && access !== 'D' && shape !== 'pill-bottle' && chance('bioequivalent', 10) < 6
  const plainName = [
    name,
    strength,
    solid ? '' : form,
    `× ${solid ? counted(content, form, true) : quantity}`,
  ]
  const generic = register === 'F' && !taken.has(joined(plainName)) && chance('generic', 10) < 8
  const tradename = generic ? joined(plainName) : joined([name, laboratory.short, ...plainName.slice(1)])
  const colours = shape === 'capsules' ? capsuleColours : pillColours
  return {
    barcode: barcodeOf(index, laboratories.indexOf(laboratory)),
    tradename,
    category,
    dcm: joined([name, register === 'F' ? strength : '']),
    laboratory: laboratory.name,
    healthRegister: register && `${register}-${90_000 + index * 37}/25`,
    stock: chance('none', 10) === 0 ? 0 : 3 + chance('stock', 90),
    cost,
    discount: chance('discount', 5) === 0 ? 10 + 5 * chance('percent', 5) : 0,
    bioequivalent,
    generic,
    prescription: access !== 'D',
    directSale: access === 'D',
    pharmaceuticalForm: form,
    quantity,
    legalWarning: register === 'F' ? warnings[access] : register === 'C' ? 'Solo para uso externo.' : '',
    image: {
      shape,
      laboratory: laboratory.name,
      title: name.replace('-', ' - '),
      strength,
      detail: solid ? counted(content, form, true) : form ? `${capital(form)} · ${quantity}` : quantity,
      // One ingredient looks alike in every pack of one laboratory.
      tint: good.tint ?? colours[hash(`tint|${name}|${short}`) % colours.length] ?? '#fdfcf7',
      bioequivalent,
    },
  }
}

/** `30 comprimidos`, or in full `30 comprimidos recubiertos`; one is singular. */
function counted(content: number | string, form: string, full = false): string {
  const words = full ? form : (form.split(' ')[0] ?? '')
  return `${content} ${content === 1 ? words.replace(/s(?= |$)/g, '') : words}`
}

/** EAN-13. Most begin with Chile's 780; some come from abroad. */
function barcodeOf(index: number, laboratory: number): string {
  const prefix = index % 13 === 6 ? '779' : index % 29 === 11 ? '750' : '780'
  const digits = `${prefix}99${String(laboratory + 10)}${String(10_007 + index * 61)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

function joined(words: readonly string[]): string {
  return words.filter(Boolean).join(' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** FNV-1a: chance that is the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193)
  value ^= value >>> 15
  return Math.imul(value, 0x2c1b3c6d) >>> 0
}
