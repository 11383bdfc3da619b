import { describe, expect, it } from 'vitest'
import { productBody } from '#contract/products.ts'
import { readPresentation } from '#domain/presentation.ts'
import { unitPrice } from '#domain/unit-price.ts'
import { demoCategories, demoProducts, demoSuppliers } from './catalog.ts'

/** Ingredients and articles that the demo must include. */
const wanted =
  `Paracetamol, Ibuprofeno, Naproxeno, Ketoprofeno, Meloxicam, Celecoxib, Diclofenaco, Ciclobenzaprina,
  Ácido acetilsalicílico, Loratadina, Desloratadina, Cetirizina, Fexofenadina, Ambroxol, Bromhexina, Oximetazolina,
  Salbutamol, Budesonida, Montelukast, Omeprazol, Esomeprazol, Famotidina, Domperidona, Loperamida, Lactulosa, Macrogol,
  Simeticona, Sales rehidratantes, Losartán, Amlodipino, Enalapril, Atenolol, Carvedilol, Furosemida, Atorvastatina,
  Rosuvastatina, Metformina, Glibenclamida, Levotiroxina, Prednisona, Alopurinol, Amoxicilina, Amoxicilina-ácido
  clavulánico, Azitromicina, Cefadroxilo, Fluconazol, Aciclovir, Clotrimazol, Sertralina, Fluoxetina, Escitalopram,
  Quetiapina, Pregabalina, Sildenafil, Tamsulosina, Levonorgestrel-etinilestradiol, Ácido fólico, Melatonina, Lágrimas
  artificiales, Povidona yodada, Alcohol gel, Termómetro, Test de embarazo, Pañales, Preservativos, Protector solar`
    .replace(/\s+/g, ' ')
    .split(', ')

const share = (count: number) => count / demoProducts.length

describe('the demo catalogue', () => {
  it('is large, and uses every category and every supplier', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(120)
    expect(demoCategories).toHaveLength(14)
    expect(demoSuppliers).toHaveLength(10)
    expect(new Set(demoProducts.map(({ category }) => category))).toEqual(new Set(demoCategories))
    expect(new Set(demoProducts.map(({ laboratory }) => laboratory))).toEqual(
      new Set(demoSuppliers.map(({ name }) => name)),
    )
    for (const { phone } of demoSuppliers) expect(phone).toMatch(/^\+56 9 \d{4} \d{4}$/)
  })

  it.each(wanted)('sells %s', (ingredient) => {
    expect(demoProducts.some(({ dcm }) => dcm.startsWith(ingredient))).toBe(true)
  })

  it('passes the validation of the product form', () => {
    for (const product of demoProducts) expect(productBody.safeParse(product).error).toBeUndefined()
  })

  it('gives every product a name and a valid EAN-13 of its own', () => {
    expect(new Set(demoProducts.map(({ tradename }) => tradename)).size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map(({ barcode }) => barcode)).size).toBe(demoProducts.length)
    for (const { barcode } of demoProducts) {
      expect(barcode).toMatch(/^\d{13}$/)
      const sum = [...barcode].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
      expect(sum % 10).toBe(0)
    }
    expect(share(demoProducts.filter(({ barcode }) => barcode.startsWith('780')).length)).toBeGreaterThan(0.8)
  })

  it('has typical pharmacy prices, and a unit price wherever a pack holds several units', () => {
    for (const product of demoProducts) {
      const { cost, quantity, tradename } = product
      expect([tradename, Number.isInteger(cost), [0, 90].includes(cost % 100)]).toEqual([
        tradename,
        true,
        true,
      ])
      expect([tradename, unitPrice(cost, readPresentation(product)) === null]).toEqual([
        tradename,
        /^1 /.test(quantity),
      ])
    }
  })

  it('has some products on offer and some without stock', () => {
    const offers = demoProducts.filter(({ discount }) => discount > 0)
    expect(share(offers.length)).toBeGreaterThan(0.15)
    expect(share(offers.length)).toBeLessThan(0.3)
    for (const { discount } of offers) expect(discount).toBeLessThanOrEqual(30)
    const outOfStock = share(demoProducts.filter(({ stock }) => stock === 0).length)
    expect(outOfStock).toBeGreaterThan(0.05)
    expect(outOfStock).toBeLessThan(0.2)
  })

  it('sells each medicine directly or by prescription, and warns when the pharmacy retains the prescription', () => {
    for (const { saleCondition, healthRegister } of demoProducts)
      expect(saleCondition === 'none').toBe(!healthRegister.startsWith('F'))
    const keptPrescriptions = demoProducts.filter(({ legalWarning }) => legalWarning.includes('retenida'))
    expect(keptPrescriptions.length).toBeGreaterThan(5)
    for (const { saleCondition } of keptPrescriptions) expect(saleCondition).toBe('retained')
    for (const { category, prescription, legalWarning } of demoProducts) {
      if (category === 'Antiinfecciosos' && prescription) expect(legalWarning).toContain('receta médica')
    }
  })

  it('uses invented register numbers, and marks only prescription tablets and capsules bioequivalent', () => {
    for (const { healthRegister, bioequivalent, prescription, image } of demoProducts) {
      if (healthRegister) expect(healthRegister).toMatch(/^[FC]-9\d{4}\/25$/)
      if (bioequivalent)
        expect([prescription, ['tablets', 'capsules'].includes(image.shape)]).toEqual([true, true])
      expect(image.bioequivalent).toBe(bioequivalent)
    }
    expect(demoProducts.some(({ bioequivalent }) => bioequivalent)).toBe(true)
    expect(demoProducts.some(({ generic }) => generic)).toBe(true)
  })
})
