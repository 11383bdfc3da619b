import type { ProductField } from '#contract/product-fields.ts'

/** Combines each text of the first list with each of the second: `precio venta`, `precio vta`. */
const combine = (begins: readonly string[], ends: readonly string[]): string[] =>
  begins.flatMap((begin) => ends.map((end) => `${begin} ${end}`.trim()))

/** A list of headings, with commas between them. */
const names = (text: string): string[] => text.trim().split(/,\s+/)

/** The headings of a selling price, with tax and currency or without. */
function priceHeadings(): string[] {
  const price = [
    ...combine(['precio', 'precio de', 'precios', 'precios de', 'p', 'p de', 'prec'], ['venta', 'vta']),
    ...combine(['precio', 'precio al', 'p', 'prec', 'precio venta', 'precio de venta'], ['publico', 'pub']),
    ...combine(['precio venta al', 'precio de venta al', 'p venta'], ['publico']),
    ...combine(['precio', 'precio al', 'precio venta al'], ['consumidor']),
    ...combine(['precio', 'precio de', 'p'], ['venta unitario', 'vta unitario', 'venta unit', 'vta unit']),
    ...combine(['precio', 'precio de'], ['mostrador']),
    ...names(`
      precio publico sugerido, precio sugerido publico, pvp sugerido, precio, pventa, p vent, pvta,
      precioventa, precio vent, prec vta, pvp, p v p, pv, p v, precio venta bruto, precio de venta bruto,
      precio final, precio normal, precio actual
    `),
    ...combine(
      ['', 'sale', 'sales', 'selling', 'retail', 'public', 'final', 'consumer', 'regular'],
      ['price'],
    ),
    ...names('precio vta publico, precio al pub, prec publico, precio pvp'),
  ]
  const withTax = combine(price, [
    ...names(`
      con iva, c iva, iva incluido, iva incl, iva inc, con igv, c igv, inc igv, incl igv, igv incluido,
      con impuesto, con impuestos
    `),
  ])
  return [...price, ...withTax].flatMap((name) => [name, `${name} $`, `${name} clp`, `${name} pesos`])
}

/**
 * Further headings of each field, folded by headingKey(): the proper ones first, then weaker ones, which are used only where no filled
 * column has a better heading. Only exact matches count, so that no column is taken for another one: a cost ("costo", "neto", "valor") is
 * never the price, an own code ("SKU", "código") never the barcode.
 */
export const PRODUCT_HEADINGS: Record<ProductField, readonly (readonly string[])[]> = {
  barcode: [
    [
      ...combine(
        ['codigo de', 'codigo', 'codigos de', 'cod de', 'cod'],
        ['barras', 'barra', 'barras ean', 'barra ean', 'barras producto', 'barra producto'],
      ),
      ...combine(['codigo de barras', 'codigo de barra', 'codigo barra'], ['del producto', 'principal']),
      ...combine(
        ['', 'codigo', 'cod'],
        ['ean', 'ean13', 'ean 13', 'gtin', 'gtin13', 'gtin 13', 'gtin 14', 'upc'],
      ),
      ...combine(['codigo', 'cod'], ['bar', 'barr', 'barra unidad', 'barras unidad', 'barra 1', 'barras 1']),
      ...names(`
        codbar, codbarr, codigobar, codigo ean upc, codigo de barras ean 13, nro codigo de barras, barra,
        codbarra, codbarras, codigobarra, codigobarras, barras, c barra, c barras, ean upc, ean gtin,
        barcode, bar code, barcode number, barcode ean, ean code, upc code, gtin code, codigo de barras upc
      `),
    ],
  ],
  tradename: [
    [
      ...combine(
        ['nombre', 'nombre del', 'nombre de', 'nombre comercial', 'nombre comercial del'],
        ['producto'],
      ),
      ...combine(['nombre', 'nombre del'], ['articulo', 'medicamento', 'item']),
      ...combine(['nombre', 'nom', 'nomb'], ['prod', 'art', 'item', 'comercial producto', 'completo']),
      ...names(`
        nom producto, nom articulo, nomprod, nomproducto, nomart, nombre comercial, nom comercial,
        nombre comercial y presentacion, nombre y presentacion, nombre de fantasia, nombre fantasia,
        producto descripcion, nombre descripcion, tradename, trade name, name
      `),
      ...combine(['product', 'item', 'article', 'drug', 'medicine', 'brand', 'commercial'], ['name']),
      ...names('nombre largo, des art, art des, desart, nombre articulo completo'),
    ],
    ...[
      [
        ...combine(['', 'product', 'item', 'article'], ['description']),
        ...combine(['product', 'item'], ['title']),
        ...names(`
          product, products, title, descripcion1, descripcion 1, descripcion producto articulo,
          descrip articulo, mercaderia
        `),
        ...combine(['descripcion', 'descripcion del', 'descripcion de', 'desc', 'glosa'], ['producto']),
        ...combine(['descripcion', 'descripcion del'], ['articulo', 'medicamento', 'item', 'material']),
        ...combine(['desc', 'descrip', 'descripcion'], ['prod', 'art', 'larga', 'completa']),
        ...combine(['detalle', 'detalle del', 'denominacion', 'denominacion del'], ['producto', 'articulo']),
        ...names(`
          producto, productos, prod, descripcion, descrip, desc, articulo, articulos, medicamento, glosa,
          detalle, denominacion, item
        `),
      ],
      [...combine(['descripcion', 'nombre', 'desc'], ['corta', 'corto', 'abreviada', 'abreviado'])],
    ],
  ],
  category: [
    [
      'categorias',
      ...combine(['categoria', 'categoria del', 'categoria de'], ['producto', 'productos']),
      ...combine(['nombre', 'desc', 'descripcion'], ['categoria']),
      'category',
      'categories',
      ...combine(['category'], ['name']),
      'product category',
      'categoria nombre',
    ],
    ...[
      [
        ...combine(['familia', 'familia de', 'rubro', 'rubro de'], ['producto', 'productos']),
        ...combine(['nombre', 'desc', 'descripcion'], ['familia', 'rubro']),
        ...names('familia, familias, rubro, rubros, family'),
      ],
      [
        ...names(`
          departamento, departamentos, depto, dpto, dep, nombre departamento, seccion, area, department
        `),
      ],
      [
        ...combine(
          ['linea', 'linea de', 'grupo', 'grupo de', 'clase', 'clase de'],
          ['producto', 'productos'],
        ),
        ...combine(['tipo', 'tipo de', 'clasificacion', 'clasificacion de'], ['producto', 'productos']),
        ...combine(['nombre', 'desc', 'descripcion'], ['linea', 'grupo']),
        ...names('linea, lineas, grupo, grupos, clase, clasificacion, tipo articulo, instancia'),
        ...combine(['product', 'item'], ['group', 'type']),
        'group',
      ],
      [
        ...names(`
          subcategoria, sub categoria, subfamilia, sub familia, subgrupo, sub grupo, sublinea, subcategory,
          sub category
        `),
      ],
    ],
  ],
  dcm: [
    [
      ...names(`
        denominacion comun, denominacion comun internacional, denominacion comun del medicamento, dci
      `),
      ...combine(['principio', 'p', 'ppio', 'pcpio', 'componente', 'ingrediente', 'compuesto'], ['activo']),
      ...combine(['sustancia', 'substancia', 'molecula', 'droga'], ['activa']),
      ...combine(['sustancias', 'substancias'], ['activas']),
      ...combine(['principio', 'prin', 'princ'], ['act']),
      ...names(`
        ingredientes activos, principios activos, principio s activo s, principio activo dci,
        dci principio activo, denominacion generica, molecula, principio activo y concentracion,
        nombre generico, droga, drogas, monodroga, monodrogas, componentes activos, componente s activo s
      `),
      ...combine(['active'], ['ingredient', 'ingredients', 'substance', 'principle', 'ingredient s']),
      ...names('ingredient, ingredients, generic name, molecule, inn'),
    ],
  ],
  laboratory: [
    [
      ...names(`
        laboratorios, lab, labs, labo, nombre laboratorio, nom laboratorio, nombre lab, laboratorio titular,
        laboratorio farmaceutico
      `),
      ...combine(['laboratorio'], ['proveedor', 'marca', 'fabricante']),
      ...combine(['proveedor', 'marca', 'fabricante'], ['laboratorio']),
      ...names(`
        laboratory, laboratories, laboratory name, laboratorio nombre, laboratorio productor,
        laboratorio elaborador
      `),
    ],
    ...[
      ['marca', 'marcas', 'nombre marca', 'brand', 'casa comercial', 'casa farmaceutica'],
      [
        ...names(`
          fabricante, nombre fabricante, titular, titular del registro, titular registro, manufacturer,
          manufacturer name, maker, elaborador
        `),
      ],
      [
        ...names(`
          proveedor, proveedores, nombre proveedor, nom proveedor, prov, drogueria, supplier, supplier name,
          vendor, provider
        `),
      ],
    ],
  ],
  healthRegister: [
    [
      ...combine(
        [
          ...names(`
            registro, reg, n registro, nro registro, n de registro, numero registro, numero de registro
          `),
        ],
        [
          ...names(`
            isp, ispch, sanitario, sanitario isp, i s p, sanit, invima, sanitario invima, digemid,
            sanitario digemid, cofepris, sanitario cofepris, ssa
          `),
        ],
      ),
      ...combine(['rs', 'r s', 'n rs'], ['', 'isp', 'invima', 'digemid']),
      'regsan',
      'registrosanitario',
      ...combine(['registro isp', 'registro sanitario'], ['n', 'ispch']),
      ...names(`
        reg san, health registration, health register, registration number, nro certificado anmat,
        certificado anmat, registro mpps, reg mpps
      `),
    ],
  ],
  form: [
    [
      ...combine(['forma', 'form', 'f'], ['farmaceutica', 'farm', 'farmac', 'farmaceut', 'f', 'far']),
      ...names('forma, form, ff, forma farmaceutica del producto, forma farmaceutica simplificada'),
      ...combine(['dosage', 'pharmaceutical', 'dose'], ['form']),
    ],
  ],
  quantity: [
    [
      ...names('contenido, contenido envase, contenido del envase, contenido neto, presentacion'),
      ...combine(
        ['cantidad', 'unidades', 'und', 'unid', 'uds', 'contenido'],
        ['por envase', 'x envase', 'por caja', 'x caja', 'por empaque', 'x empaque'],
      ),
      ...combine(['cantidad', 'unidades'], ['envase', 'del envase']),
      ...names(`
        cant, presentaciones, presentacion comercial, presentacion del producto, presentacion producto,
        quantity, qty, presentation, content, contents
      `),
      ...combine(['pack', 'package', 'packaging'], ['', 'size']),
      'units per pack',
    ],
  ],
  bioequivalent: [
    [
      ...names(`
        bioequivalentes, bioequivalencia, es bioequivalente, producto bioequivalente, bioeq, b e, be,
        bioequivalent
      `),
    ],
  ],
  generic: [['genericos', 'es generico', 'producto generico', 'medicamento generico', 'generic']],
  prescription: [
    [
      ...names('receta medica, prescripcion, con receta'),
      ...combine(
        ['requiere', 'venta con', 'venta bajo', 'bajo', 'tipo', 'tipo de'],
        ['receta', 'receta medica'],
      ),
      'prescription',
      ...combine(['prescription'], ['type', 'required', 'needed']),
      ...combine(['requires', 'needs'], ['prescription']),
      'rx',
      ...combine(['', 'requiere', 'con', 'bajo'], ['recipe']),
      'tipo de recipe',
    ],
  ],
  directSale: [
    [
      ...names(`
        venta libre, v directa, vta directa, libre venta, sin receta, direct sale, directsale, otc,
        over the counter, sin recipe
      `),
    ],
  ],
  // Foreign lists may have a price in their own currency beside one in dollars.
  cost: [
    priceHeadings(),
    ...[
      combine(
        [
          ...names(`
            precio, precio venta, precio de venta, precio publico, pvp, p venta, price, sale price
          `),
        ],
        ['bs', 'bss', 'bsf', 'bs f', 'ves', 'bolivares', 'ars', 'cop', 'mxn', 'soles', 's'],
      ),
    ],
  ],
  discount: [
    [
      ...combine(['descuento', 'dcto', 'dscto', 'dto', 'desc'], ['%', 'porcentaje', '% producto']),
      ...combine(['%', 'porcentaje', 'porcentaje de'], ['descuento', 'dcto', 'dscto', 'dto', 'desc']),
      ...names('descuentos, dcto, dscto, dto, discount'),
      ...combine(['discount'], ['%', 'percent', 'percentage']),
    ],
  ],
  stock: [
    [
      ...combine(
        ['stock', 'existencia', 'existencias', 'saldo', 'saldos', 'inventario', 'inv', 'stk'],
        ['actual', 'disponible', 'fisico', 'unidades', 'total', 'producto', 'final', 'sistema'],
      ),
      ...combine(
        ['cantidad', 'cant', 'unidades', 'und'],
        [
          ...names(`
            stock, en stock, disponible, disponibles, en existencia, existente, existencia, actual
          `),
        ],
      ),
      ...names(`
        stk, stocks, stockactual, total stock, exist, saldos, inventario, on hand, existencia, existencias,
        saldo, saldo stock, stock saldo, existen, exis, exist actual
      `),
      ...combine(['stock'], ['quantity', 'qty', 'level', 'on hand']),
      ...combine(['quantity', 'qty', 'units', 'quantity available'], ['in stock', 'on hand', 'available']),
      'in stock',
      'inventory',
    ],
    ...[['disponible', 'disponibles', 'disp', 'available']],
  ],
  legalWarning: [
    ['advertencia', 'advertencias', 'advertencias legales', 'leyenda', 'leyenda legal', 'legal warning'],
  ],
  saleCondition: [
    [
      ...names(`
        condicion venta, condicion de expendio, condicion expendio, condicion de venta del producto,
        sale condition
      `),
    ],
  ],
  ownCode: [['cod propio', 'codigo propio del producto', 'own code']],
  therapeuticAction: [
    [
      ...combine(
        ['accion', 'clase', 'grupo', 'categoria', 'clasificacion', 'indicacion', 'uso'],
        ['terapeutica', 'terapeutico'],
      ),
      ...combine(['accion', 'clase', 'grupo'], ['farmacologica', 'farmacologico', 'farmacoterapeutico']),
      'acc terapeutica',
      'acc terap',
      ...combine(['therapeutic'], ['action', 'class', 'group', 'indication', 'category']),
      'accion terap',
      'terapeutica',
    ],
  ],
  coldChain: [
    names(`
      refrigerados, refrigeracion, requiere refrigeracion, req refrigeracion, refrig, producto refrigerado, cadena de frio,
      cadena frio, c frio, requiere cadena de frio, requiere frio, mantener refrigerado, conservar refrigerado, frio,
      despacho refrigerado, despacho en frio, cold chain, refrigerated
    `),
  ],
}
