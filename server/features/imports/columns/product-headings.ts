import { PRODUCT_FIELDS, type ProductField, productFieldNames } from '#contract/product-fields.ts'
import { type Assigned, headingKey, withColumnKeys } from '../../../tables/headings.ts'

/**
 * Further headings of each field: the proper ones first, then weaker ones, which are used only where no filled column has a better heading.
 * Only whole headings count ({@link claimKey}), so that no column is taken for another one: a cost ("costo", "neto", "valor") is never the
 * price, an own code ("SKU", "código") never the barcode.
 */
export const PRODUCT_HEADINGS: Record<ProductField, readonly string[]> = {
  barcode: [
    `codigo barras, codigo barras ean, codigo barras producto, codigo barras principal, codigo barras unidad, codigo barras 1,
    codigo barras upc, codigo barras ean 13, n codigo barras, ean, ean13, ean 13, gtin, gtin13, gtin 13, gtin 14, upc, ean upc, ean gtin,
    codigo ean, codigo ean13, codigo ean 13, codigo gtin, codigo gtin13, codigo gtin 13, codigo gtin 14, codigo upc, codigo ean upc,
    codbar, codbarr, codigobar, codbarra, codigobarra, codigo bar, codigo barr, barra, c barra, barcode, bar code, barcode number,
    barcode ean, ean code, upc code, gtin code`,
  ],
  tradename: [
    `nombre producto, nombre articulo, nombre medicamento, nombre item, nombre comercial, nombre comercial producto, nombre completo,
    nombre articulo completo, nombre largo, nombre fantasia, nombre comercial y presentacion, nombre y presentacion, nombre descripcion,
    producto descripcion, nomprod, nomproducto, nomart, des articulo, articulo des, desart, tradename, trade name, name, product name,
    item name, article name, drug name, medicine name, brand name, commercial name`,
    `producto, prod, articulo, medicamento, item, mercaderia, glosa, glosa producto, descripcion, descrip, desc, descripcion1,
    descripcion 1, descripcion producto, descripcion articulo, descripcion producto articulo, descripcion medicamento, descripcion item,
    descripcion material, descripcion larga, descripcion completa, detalle, detalle producto, detalle articulo, denominacion,
    denominacion producto, denominacion articulo, product, title, product title, item title, description, product description,
    item description, article description`,
    `descripcion corta, descripcion corto, descripcion abreviada, descripcion abreviado, nombre corta, nombre corto, nombre abreviada,
    nombre abreviado`,
  ],
  category: [
    `categoria, categoria producto, nombre categoria, descripcion categoria, categoria nombre, category, categories, category name,
    product category`,
    'familia, familia producto, nombre familia, descripcion familia, rubro, rubro producto, nombre rubro, descripcion rubro, family',
    'departamento, depto, dpto, dep, nombre departamento, seccion, area, department',
    `linea, linea producto, nombre linea, descripcion linea, grupo, grupo producto, nombre grupo, descripcion grupo, clase, clase producto,
    clasificacion, clasificacion producto, tipo producto, tipo articulo, instancia, group, product group, product type, item group, item type`,
    'subcategoria, sub categoria, subfamilia, sub familia, subgrupo, sub grupo, sublinea, subcategory, sub category',
  ],
  dcm: [
    `denominacion comun, denominacion comun internacional, denominacion comun medicamento, denominacion generica, nombre generico, dci,
    principio activo, principio act, p activo, principio s activo s, principio activo dci, dci principio activo,
    principio activo y concentracion, componente activo, componente s activo s, ingrediente activo, compuesto activo, sustancia activa,
    substancia activa, molecula, molecula activa, droga, droga activa, monodroga, active ingredient, active ingredient s,
    active substance, active principle, ingredient, generic name, molecule, inn`,
  ],
  laboratory: [
    `laboratorio, lab, labo, nombre laboratorio, laboratorio nombre, laboratorio titular, laboratorio farmaceutico, laboratorio productor,
    laboratorio elaborador, laboratorio proveedor, laboratorio marca, laboratorio fabricante, proveedor laboratorio, marca laboratorio,
    fabricante laboratorio, laboratory, laboratories, laboratory name`,
    'marca, nombre marca, brand, casa comercial, casa farmaceutica',
    'fabricante, nombre fabricante, titular, titular registro, elaborador, manufacturer, manufacturer name, maker',
    'proveedor, prov, nombre proveedor, drogueria, supplier, supplier name, vendor, provider',
  ],
  healthRegister: [
    `registro isp, registro ispch, registro sanitario, registro sanitario isp, registro i s p, registro invima, registro sanitario invima,
    registro digemid, registro sanitario digemid, registro cofepris, registro sanitario cofepris, registro ssa, n registro isp,
    n registro ispch, n registro sanitario, n registro sanitario isp, n registro i s p, n registro invima, n registro sanitario invima,
    n registro digemid, n registro sanitario digemid, n registro cofepris, n registro sanitario cofepris, n registro ssa, registro isp n,
    registro isp ispch, registro sanitario n, registro sanitario ispch, registro san, registro mpps, rs, rs isp, rs invima, rs digemid,
    r s, r s isp, r s invima, r s digemid, n rs, n rs isp, n rs invima, n rs digemid, regsan, registrosanitario, certificado anmat,
    n certificado anmat, health registration, health register, registration number`,
  ],
  form: [
    `forma, form, ff, f f, f far, f farmaceutica, forma f, forma far, forma farmaceutica, forma farmaceutica producto,
    forma farmaceutica simplificada, form f, form far, form farmaceutica, dosage form, pharmaceutical form, dose form`,
  ],
  quantity: [
    `contenido, contenido envase, contenido neto, contenido por envase, contenido por caja, contenido por empaque, cantidad, cant,
    cantidad envase, cantidad por envase, cantidad por caja, cantidad por empaque, unidades envase, unidades por envase, unidades por caja,
    unidades por empaque, presentacion, presentacion comercial, presentacion producto, quantity, qty, presentation, content, pack,
    pack size, package, package size, packaging, packaging size, units per pack`,
  ],
  bioequivalent: [
    'bioequivalente, bioequivalencia, es bioequivalente, producto bioequivalente, bioeq, b e, be, bioequivalent',
  ],
  generic: ['generico, es generico, producto generico, medicamento generico, generic'],
  prescription: [
    `receta medica, prescripcion, con receta, requiere receta, requiere receta medica, venta con receta, venta con receta medica,
    venta bajo receta, venta bajo receta medica, bajo receta, bajo receta medica, tipo receta, tipo receta medica, recipe, requiere recipe,
    con recipe, bajo recipe, tipo recipe, prescription, prescription type, prescription required, prescription needed,
    requires prescription, needs prescription, rx`,
  ],
  directSale: [
    'venta directa, v directa, venta libre, libre venta, sin receta, sin recipe, direct sale, directsale, otc, over the counter',
  ],
  // A tax or a currency may follow.
  cost: [
    `precio, prec, precio venta, precio publico, precio venta publico, precio publico sugerido, precio sugerido publico, precio consumidor,
    precio venta consumidor, precio venta unitario, precio venta unit, precio mostrador, precio venta bruto, precio final, precio normal,
    precio actual, precioventa, p venta, p publico, p venta publico, p venta unitario, p venta unit, pventa, pvta, pvp, precio pvp,
    pvp sugerido, p v p, pv, p v, price, sale price, sales price, selling price, retail price, public price, final price, consumer price,
    regular price`,
  ],
  discount: [
    `descuento, dcto, dscto, dto, descuento %, descuento % producto, % descuento, desc %, desc % producto, % desc, discount, discount %,
    discount percent, discount percentage`,
  ],
  stock: [
    `stock, stk, stock actual, stock disponible, stock fisico, stock unidades, stock total, stock producto, stock final, stock sistema,
    stockactual, total stock, existencia, exist, exis, existen, existencia actual, existencia disponible, existencia fisico,
    existencia unidades, existencia total, existencia producto, existencia final, existencia sistema, saldo, saldo actual,
    saldo disponible, saldo fisico, saldo unidades, saldo total, saldo producto, saldo final, saldo sistema, saldo stock, stock saldo,
    inventario, inventario actual, inventario disponible, inventario fisico, inventario unidades, inventario total, inventario producto,
    inventario final, inventario sistema, cantidad stock, cantidad disponible, cantidad existencia, cantidad existente, cantidad actual,
    unidades stock, unidades disponibles, unidades existencia, unidades existente, unidades actual, on hand, in stock, inventory,
    stock quantity, stock qty, stock level, stock on hand, quantity in stock, quantity on hand, quantity available, qty in stock,
    qty on hand, qty available, units in stock, units on hand, units available, quantity available in stock, quantity available on hand,
    quantity available available`,
    'disponible, disp, available',
  ],
  legalWarning: ['advertencia, advertencia legal, leyenda, leyenda legal, legal warning'],
  saleCondition: ['condicion venta, condicion expendio, condicion venta producto, sale condition'],
  ownCode: ['codigo propio, codigo propio producto, own code'],
  therapeuticAction: [
    `terapeutica, accion terapeutica, accion terapeutico, clase terapeutica, clase terapeutico, grupo terapeutico, grupo terapeutica,
    categoria terapeutica, categoria terapeutico, clasificacion terapeutica, clasificacion terapeutico, indicacion terapeutica,
    indicacion terapeutico, uso terapeutico, uso terapeutica, accion farmacologica, accion farmacologico, accion farmacoterapeutico,
    clase farmacologica, clase farmacologico, clase farmacoterapeutico, grupo farmacologico, grupo farmacologica,
    grupo farmacoterapeutico, therapeutic action, therapeutic class, therapeutic group, therapeutic indication, therapeutic category`,
  ],
  coldChain: [
    `refrigerado, refrigeracion, refrig, requiere refrigeracion, requiere frio, requiere cadena frio, producto refrigerado,
    mantener refrigerado, conservar refrigerado, cadena frio, c frio, frio, despacho refrigerado, despacho frio, cold chain, refrigerated`,
  ],
}

const FILLERS = new Set(['de', 'del', 'al', 'el', 'la', 'en'])
const ABBREVIATIONS = new Map(
  Object.entries({
    accion: 'acc',
    articulo: 'art',
    cantidad: 'cant',
    codigo: 'cod',
    descripcion: 'desc descrip',
    descuento: 'dcto dscto dto',
    existencia: 'exist',
    farmaceutica: 'farm farmac farmaceut',
    inventario: 'inv',
    laboratorio: 'lab',
    n: 'nro numero',
    nombre: 'nom nomb',
    porcentaje: '%',
    precio: 'prec',
    principio: 'ppio pcpio prin princ',
    producto: 'prod',
    publico: 'pub',
    por: 'x',
    registro: 'reg',
    requiere: 'req',
    sanitario: 'sanit',
    stock: 'stk',
    terapeutica: 'terap',
    unidad: 'und unid uds',
    venta: 'vta vent',
  }).flatMap(([word, short]) => short.split(' ').map((one) => [one, word] as const)),
)

/** A heading as it is compared with those above: without fillers and endings of plurals; in several words abbreviations are written out. */
function claimKey(key: string): string {
  const words = key.split(' ').filter((word) => !FILLERS.has(word))
  return words
    .map((word) => (words.length > 1 ? (ABBREVIATIONS.get(word) ?? word) : word))
    .map((word) => (word.length > 3 ? word.replace(/e?s?$/, '') : word))
    .join(' ')
}

/** A heading's claim to a field. The field's proper headings have rank 0, weaker ones higher ranks. */
export type Claim = { field: ProductField; rank: number }

const CLAIMS = new Map<string, Claim>(
  productFieldNames.flatMap((field) => [
    [claimKey(headingKey(PRODUCT_FIELDS[field].label)), { field, rank: 0 }] as const,
    ...PRODUCT_HEADINGS[field].flatMap((names, rank) =>
      names.split(',').map((name) => [claimKey(name.trim()), { field, rank }] as const),
    ),
  ]),
)

/** A unit behind a heading of the stock. A price per unit isn't the price of a pack. */
const UNIT = / (\$|clp|un|und|unds|uni|unid|unids|unidad|unidades)$/
/** A tax and a currency behind a price. A price in pesos is proper; lists may have one in another currency of the trade beside it. */
const TAX =
  / (con iva|c iva|iva incluido|iva incl|iva inc|con igv|c igv|incl? igv|igv incluido|con impuestos?)$/
const PESOS = / (\$|clp|pesos)$/
const FOREIGN = / (bs|bss|bsf|bs f|ves|bolivares|ars|cop|mxn|soles|s)$/

/** The field that a heading is known for. */
export function claimOf(key: string): Claim | undefined {
  const claim = CLAIMS.get(claimKey(key))
  if (claim) return claim
  const ofUnits = CLAIMS.get(claimKey(key.replace(UNIT, '')))
  if (ofUnits?.field === 'stock') return ofUnits
  const isPrice = (heading: string) => CLAIMS.get(claimKey(heading))?.field === 'cost'
  if (isPrice(key.replace(PESOS, '').replace(TAX, ''))) return { field: 'cost', rank: 0 }
  return isPrice(key.replace(FOREIGN, '')) ? { field: 'cost', rank: 1 } : undefined
}

export type ProductColumns = Assigned<ProductField>
/** The columns that a person assigned: for this file, and for earlier files. */
export type KnownProductColumns = { assigned: ProductColumns; remembered: ProductColumns }

/** The field of each heading: as assigned for this file, else as remembered, else as it is known; empty for none. */
export const fieldsOfHeadings = (
  texts: readonly string[],
  { assigned, remembered }: KnownProductColumns,
): (ProductField | '')[] =>
  withColumnKeys(texts).map(
    ({ key, heading }) =>
      assigned.get(key) ?? remembered.get(key) ?? claimOf(headingKey(heading))?.field ?? '',
  )
