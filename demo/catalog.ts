import type { ProductValues } from '#contract/products.ts'
import { flagsOf, type SaleCondition } from '#domain/sale-condition.ts'
import type { ImageSpec } from './images.ts'
import { productFamilies } from './product-families.ts'
import type { Access, Pack, ProductFamily } from './product-family.ts'
import { suppliers } from './suppliers.ts'

/** A product of the demo. Its supplier is invented, its register number belongs to no real product. */
export interface DemoProduct extends ProductValues {
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

export const demoSuppliers = suppliers.map(({ name, address, contact, phone }) => ({
  name,
  address,
  contact,
  phone,
}))

const warnings: Record<Access, string> = {
  D: 'Si los síntomas persisten, consulte a su médico. Mantener fuera del alcance de los niños.',
  R: 'Venta bajo receta médica. Mantener fuera del alcance de los niños.',
  Ret: 'Venta bajo receta médica retenida. Mantener fuera del alcance de los niños.',
  Ch: 'Venta bajo receta cheque. Mantener fuera del alcance de los niños.',
}
const CONDITIONS = { D: 'direct', R: 'simple', Ret: 'retained', Ch: 'check' } as const
const pillColours = ['#fdfcf7', '#fbf6e6', '#f6d7a8', '#f4c8c0', '#bcd9ee', '#cfe6c4', '#f7e3a1', '#e3d3ef']
const capsuleColours = ['#f2b84b', '#3f8f7f', '#4a7fc1', '#8d6bb8', '#c96f4a', '#5aa15a']

export const demoProducts: readonly DemoProduct[] = makeProducts(productFamilies)

function makeProducts(families: readonly ProductFamily[]): DemoProduct[] {
  const products: DemoProduct[] = []
  const names = new Set<string>()
  for (const family of families) {
    for (const pack of family.packs) {
      const product = makeProduct(family, pack, products.length, names)
      names.add(product.tradename)
      products.push(product)
    }
  }
  return products
}

function makeProduct(
  { category, name, strength, form, access, shape, register, tint, cold = false }: ProductFamily,
  pack: Pack,
  index: number,
  takenNames: ReadonlySet<string>,
): DemoProduct {
  const supplier = suppliers.find(({ short }) => short === pack.supplier)
  if (!supplier) throw new Error(`The demo has no supplier "${pack.supplier}"`)
  const solid = typeof pack.quantity === 'number'
  const quantity = solid ? countOf(pack.quantity, form.split(' ')[0]) : String(pack.quantity)
  const fullQuantity = solid ? countOf(pack.quantity, form) : quantity
  // Chance depends on the product alone: adding another product changes nothing here.
  const chance = (salt: string, outOf: number) =>
    hash(`${salt}|${name}|${strength}|${quantity}|${supplier.short}`) % outOf
  const bioequivalent = solid && access !== 'D' && shape !== 'pill-bottle' && chance('bioequivalent', 10) < 6
  const description = join(strength, solid ? '' : form, `× ${fullQuantity}`)
  const genericName = join(name, description)
  const generic = register === 'F' && !takenNames.has(genericName) && chance('generic', 10) < 8
  const colours = shape === 'capsules' ? capsuleColours : pillColours
  return {
    barcode: barcodeOf(index, suppliers.indexOf(supplier)),
    tradename: generic ? genericName : join(name, supplier.short, description),
    category,
    dcm: join(name, register === 'F' ? strength : ''),
    laboratory: supplier.name,
    healthRegister: register && `${register}-${90_000 + index * 37}/25`,
    stock: chance('none', 10) === 0 ? 0 : 3 + chance('stock', 90),
    cost: pack.price,
    discount: chance('discount', 5) === 0 ? 10 + 5 * chance('percent', 5) : 0,
    bioequivalent,
    generic,
    ...howSold(access, register),
    form,
    quantity,
    ownCode: '',
    therapeuticAction: '',
    coldChain: cold,
    legalWarning: register === 'F' ? warnings[access] : register === 'C' ? 'Solo para uso externo.' : '',
    image: {
      shape,
      supplier,
      title: name.replace('-', ' - '),
      strength,
      detail: solid || !form ? fullQuantity : `${capitalize(form)} · ${quantity}`,
      // The packs of one ingredient by one supplier hold tablets of the same colour.
      tint: tint ?? colours[hash(`tint|${name}|${supplier.short}`) % colours.length] ?? '#fdfcf7',
      bioequivalent,
    },
  }
}

function howSold(access: ProductFamily['access'], register: ProductFamily['register']) {
  const saleCondition: SaleCondition = register === 'F' ? CONDITIONS[access] : 'none'
  return { saleCondition, ...flagsOf(saleCondition) }
}

/** `30 comprimidos recubiertos`, `1 comprimido recubierto`. */
function countOf(count: number | string, form = ''): string {
  return `${count} ${count === 1 ? form.replace(/s(?= |$)/g, '') : form}`
}

/** EAN-13. Most have Chile's prefix 780, a few a foreign one. */
function barcodeOf(index: number, supplier: number): string {
  const prefix = index % 13 === 6 ? '779' : index % 29 === 11 ? '750' : '780'
  const digits = `${prefix}99${String(supplier + 10)}${String(10_007 + index * 61)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

function join(...words: string[]): string {
  return words.filter(Boolean).join(' ')
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** FNV-1a: pseudo-random, yet the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193)
  value ^= value >>> 15
  return Math.imul(value, 0x2c1b3c6d) >>> 0
}
