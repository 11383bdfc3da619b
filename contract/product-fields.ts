/** The headings that the two lists make together, each of the first before each of the second. */
const combine = (begins: readonly string[], ends: readonly string[]): string[] =>
  begins.flatMap((begin) => ends.map((end) => `${begin} ${end}`.trim()))

/** The headings of a selling price, with tax and currency or without. */
function priceHeadings(): string[] {
  const price = [
    ...combine(['precio', 'precio de', 'precios', 'precios de', 'p', 'p de', 'prec'], ['venta', 'vta']),
    ...combine(['precio', 'precio al', 'p', 'prec', 'precio venta', 'precio de venta'], ['publico', 'pub']),
    ...combine(['precio venta al', 'precio de venta al', 'p venta'], ['publico']),
    ...combine(['precio', 'precio al', 'precio venta al'], ['consumidor']),
    ...combine(['precio', 'precio de', 'p'], ['venta unitario', 'vta unitario', 'venta unit', 'vta unit']),
    ...combine(['precio', 'precio de'], ['mostrador']),
    'precio publico sugerido',
    'precio sugerido publico',
    'pvp sugerido',
    'precio',
    'pventa',
    'p vent',
    'pvta',
    'precioventa',
    'precio vent',
    'prec vta',
    'pvp',
    'p v p',
    'pv',
    'p v',
    'precio venta bruto',
    'precio de venta bruto',
    'precio final',
    'precio normal',
    'precio actual',
    ...combine(
      ['', 'sale', 'sales', 'selling', 'retail', 'public', 'final', 'consumer', 'regular'],
      ['price'],
    ),
    'precio vta publico',
    'precio al pub',
    'prec publico',
    'precio pvp',
  ]
  const withTax = combine(price, [
    ...['con iva', 'c iva', 'iva incluido', 'iva incl', 'iva inc'],
    ...['con igv', 'c igv', 'inc igv', 'incl igv', 'igv incluido', 'con impuesto', 'con impuestos'],
  ])
  return [...price, ...withTax].flatMap((name) => [name, `${name} $`, `${name} clp`, `${name} pesos`])
}

/** Where products without a category or a laboratory belong. */
export const NO_CATEGORY = 'Sin categoría'
export const NO_LABORATORY = 'Sin laboratorio'

/** How a field's values are read from a cell, stored and shown. A `name` is that of a category or a supplier. */
export type FieldKind =
  | 'barcode'
  | 'code'
  | 'text'
  | 'name'
  | 'flag'
  | 'condition'
  | 'pesos'
  | 'percent'
  | 'units'

export type FormGroup = 'Identificación' | 'Características' | 'Precio y stock' | 'Advertencia'

type FieldFacts = {
  kind: FieldKind
  /** The column of `products`. */
  column: string
  /** The table whose names a `name` is chosen from. */
  names?: 'categories' | 'suppliers'
  /** The field's name in the form, in the audit log, and as the heading of its column in the workbook. */
  label: string
  /** The form's label where it says more. */
  formLabel?: string
  /** The part of the form that has the field. */
  group: FormGroup
  /** Whether the form requires it; a new product's field is then empty. */
  required?: true
  /** The value of an imported product whose row says nothing, and of "-" in its cell. */
  empty: string | number | boolean
  /** The products of a workbook that must have a value: new ones, or all without an own code. A required cell can't be cleared. */
  needed?: 'code' | 'new'
  /** Whether the product page lists it among the facts, under a name of its own. */
  fact?: true
  /** Instructions and example of the workbook's template. */
  note: string
  example: string | number
  /** Width of the workbook's column, in characters. */
  width: number
  /**
   * Other headings that pharmacies write, folded as headingKey() does. Only exact ones count, so that no column is taken for another
   * one: a cost ("costo", "neto", "valor") is never the price, an own code ("SKU", "código") not the barcode.
   */
  headings: readonly string[]
  /** Headings that count only where no filled column has a better one, the better ones first. */
  weakerHeadings?: readonly (readonly string[])[]
}

const TEXT = { kind: 'text', empty: '' } as const
const FLAG = { kind: 'flag', group: 'Características', empty: false, width: 15 } as const

const FIELDS = {
  barcode: {
    kind: 'barcode',
    column: 'barcode',
    label: 'Código de barras',
    group: 'Identificación',
    empty: '',
    needed: 'code',
    fact: true,
    note: 'Identifica al producto: si ya existe, se actualiza; si no, se crea. Escríbelo completo, como texto. Si tiene dos códigos, sepáralos con una coma. Sin código de barras, usa Código propio.',
    example: '7800000000018',
    width: 20,
    headings: [
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
      'codbar',
      'codbarr',
      'codigobar',
      'codigo ean upc',
      'codigo de barras ean 13',
      'nro codigo de barras',
      'barra',
      'codbarra',
      'codbarras',
      'codigobarra',
      'codigobarras',
      'barras',
      'c barra',
      'c barras',
      'ean upc',
      'ean gtin',
      'barcode',
      'bar code',
      'barcode number',
      'barcode ean',
      'ean code',
      'upc code',
      'gtin code',
      'codigo de barras upc',
    ],
  },
  tradename: {
    ...TEXT,
    column: 'tradename',
    label: 'Nombre',
    group: 'Identificación',
    required: true,
    needed: 'new',
    note: 'Nombre comercial, con dosis y contenido. Máximo 300 caracteres.',
    example: 'EJEMPLO Losartán potásico 50 mg × 30 comprimidos',
    width: 48,
    headings: [
      ...combine(
        ['nombre', 'nombre del', 'nombre de', 'nombre comercial', 'nombre comercial del'],
        ['producto'],
      ),
      ...combine(['nombre', 'nombre del'], ['articulo', 'medicamento', 'item']),
      ...combine(['nombre', 'nom', 'nomb'], ['prod', 'art', 'item', 'comercial producto', 'completo']),
      'nom producto',
      'nom articulo',
      'nomprod',
      'nomproducto',
      'nomart',
      'nombre comercial',
      'nom comercial',
      'nombre comercial y presentacion',
      'nombre y presentacion',
      'nombre de fantasia',
      'nombre fantasia',
      'producto descripcion',
      'nombre descripcion',
      'tradename',
      'trade name',
      'name',
      ...combine(['product', 'item', 'article', 'drug', 'medicine', 'brand', 'commercial'], ['name']),
      'nombre largo',
      'des art',
      'art des',
      'desart',
      'nombre articulo completo',
    ],
    weakerHeadings: [
      [
        ...combine(['', 'product', 'item', 'article'], ['description']),
        ...combine(['product', 'item'], ['title']),
        'product',
        'products',
        'title',
        'descripcion1',
        'descripcion 1',
        'descripcion producto articulo',
        'descrip articulo',
        'mercaderia',
        ...combine(['descripcion', 'descripcion del', 'descripcion de', 'desc', 'glosa'], ['producto']),
        ...combine(['descripcion', 'descripcion del'], ['articulo', 'medicamento', 'item', 'material']),
        ...combine(['desc', 'descrip', 'descripcion'], ['prod', 'art', 'larga', 'completa']),
        ...combine(['detalle', 'detalle del', 'denominacion', 'denominacion del'], ['producto', 'articulo']),
        'producto',
        'productos',
        'prod',
        'descripcion',
        'descrip',
        'desc',
        'articulo',
        'articulos',
        'medicamento',
        'glosa',
        'detalle',
        'denominacion',
        'item',
      ],
      [...combine(['descripcion', 'nombre', 'desc'], ['corta', 'corto', 'abreviada', 'abreviado'])],
    ],
  },
  category: {
    kind: 'name',
    column: 'category_id',
    names: 'categories',
    label: 'Categoría',
    group: 'Identificación',
    required: true,
    empty: NO_CATEGORY,
    note: 'Elige una de la lista o escribe una nueva, que se creará. Máximo 80 caracteres.',
    example: 'Cardiovascular',
    width: 24,
    headings: [
      'categorias',
      ...combine(['categoria', 'categoria del', 'categoria de'], ['producto', 'productos']),
      ...combine(['nombre', 'desc', 'descripcion'], ['categoria']),
      'category',
      'categories',
      ...combine(['category'], ['name']),
      'product category',
      'categoria nombre',
    ],
    weakerHeadings: [
      [
        ...combine(['familia', 'familia de', 'rubro', 'rubro de'], ['producto', 'productos']),
        ...combine(['nombre', 'desc', 'descripcion'], ['familia', 'rubro']),
        'familia',
        'familias',
        'rubro',
        'rubros',
        'family',
      ],
      [
        'departamento',
        'departamentos',
        'depto',
        'dpto',
        'dep',
        'nombre departamento',
        'seccion',
        'area',
        'department',
      ],
      [
        ...combine(
          ['linea', 'linea de', 'grupo', 'grupo de', 'clase', 'clase de'],
          ['producto', 'productos'],
        ),
        ...combine(['tipo', 'tipo de', 'clasificacion', 'clasificacion de'], ['producto', 'productos']),
        ...combine(['nombre', 'desc', 'descripcion'], ['linea', 'grupo']),
        'linea',
        'lineas',
        'grupo',
        'grupos',
        'clase',
        'clasificacion',
        'tipo articulo',
        'instancia',
        ...combine(['product', 'item'], ['group', 'type']),
        'group',
      ],
      [
        'subcategoria',
        'sub categoria',
        'subfamilia',
        'sub familia',
        'subgrupo',
        'sub grupo',
        'sublinea',
        'subcategory',
        'sub category',
      ],
    ],
  },
  dcm: {
    ...TEXT,
    column: 'dcm',
    label: 'DCM',
    group: 'Identificación',
    note: 'Denominación común del medicamento.',
    example: 'Losartán potásico 50 mg',
    width: 30,
    headings: [
      'denominacion comun',
      'denominacion comun internacional',
      'denominacion comun del medicamento',
      'dci',
      ...combine(['principio', 'p', 'ppio', 'pcpio', 'componente', 'ingrediente', 'compuesto'], ['activo']),
      ...combine(['sustancia', 'substancia', 'molecula', 'droga'], ['activa']),
      ...combine(['sustancias', 'substancias'], ['activas']),
      ...combine(['principio', 'prin', 'princ'], ['act']),
      'ingredientes activos',
      'principios activos',
      'principio s activo s',
      'principio activo dci',
      'dci principio activo',
      'denominacion generica',
      'molecula',
      'principio activo y concentracion',
      'nombre generico',
      'droga',
      'drogas',
      'monodroga',
      'monodrogas',
      'componentes activos',
      'componente s activo s',
      ...combine(['active'], ['ingredient', 'ingredients', 'substance', 'principle', 'ingredient s']),
      'ingredient',
      'ingredients',
      'generic name',
      'molecule',
      'inn',
    ],
  },
  laboratory: {
    kind: 'name',
    column: 'supplier_id',
    names: 'suppliers',
    label: 'Laboratorio',
    group: 'Identificación',
    required: true,
    empty: NO_LABORATORY,
    fact: true,
    note: 'Elige uno de la lista o escribe uno nuevo, que se creará. Máximo 80 caracteres.',
    example: 'Laboratorio Andino',
    width: 24,
    headings: [
      'laboratorios',
      'lab',
      'labs',
      'labo',
      'nombre laboratorio',
      'nom laboratorio',
      'nombre lab',
      'laboratorio titular',
      'laboratorio farmaceutico',
      ...combine(['laboratorio'], ['proveedor', 'marca', 'fabricante']),
      ...combine(['proveedor', 'marca', 'fabricante'], ['laboratorio']),
      'laboratory',
      'laboratories',
      'laboratory name',
      'laboratorio nombre',
      'laboratorio productor',
      'laboratorio elaborador',
    ],
    weakerHeadings: [
      ['marca', 'marcas', 'nombre marca', 'brand', 'casa comercial', 'casa farmaceutica'],
      [
        ...['fabricante', 'nombre fabricante', 'titular', 'titular del registro', 'titular registro'],
        ...['manufacturer', 'manufacturer name', 'maker', 'elaborador'],
      ],
      [
        ...['proveedor', 'proveedores', 'nombre proveedor', 'nom proveedor', 'prov', 'drogueria'],
        ...['supplier', 'supplier name', 'vendor', 'provider'],
      ],
    ],
  },
  healthRegister: {
    ...TEXT,
    column: 'health_register',
    label: 'Registro sanitario',
    group: 'Identificación',
    fact: true,
    note: 'Registro del ISP, por ejemplo F-90001/25.',
    example: 'F-90001/25',
    width: 20,
    headings: [
      ...combine(
        [
          'registro',
          'reg',
          'n registro',
          'nro registro',
          'n de registro',
          'numero registro',
          'numero de registro',
        ],
        [
          ...['isp', 'ispch', 'sanitario', 'sanitario isp', 'i s p', 'sanit', 'invima', 'sanitario invima'],
          ...['digemid', 'sanitario digemid', 'cofepris', 'sanitario cofepris', 'ssa'],
        ],
      ),
      ...combine(['rs', 'r s', 'n rs'], ['', 'isp', 'invima', 'digemid']),
      'regsan',
      'registrosanitario',
      ...combine(['registro isp', 'registro sanitario'], ['n', 'ispch']),
      'reg san',
      'health registration',
      'health register',
      'registration number',
      'nro certificado anmat',
      'certificado anmat',
      'registro mpps',
      'reg mpps',
    ],
  },
  form: {
    ...TEXT,
    column: 'form',
    label: 'Forma farmacéutica',
    group: 'Características',
    fact: true,
    note: 'Comprimidos, cápsulas, jarabe, crema…',
    example: 'comprimidos recubiertos',
    width: 24,
    headings: [
      ...combine(['forma', 'form', 'f'], ['farmaceutica', 'farm', 'farmac', 'farmaceut', 'f', 'far']),
      'forma',
      'form',
      'ff',
      'forma farmaceutica del producto',
      'forma farmaceutica simplificada',
      ...combine(['dosage', 'pharmaceutical', 'dose'], ['form']),
    ],
  },
  quantity: {
    ...TEXT,
    column: 'quantity',
    label: 'Cantidad',
    group: 'Características',
    fact: true,
    note: 'Contenido del envase, por ejemplo 30 comprimidos o 120 ml.',
    example: '30 comprimidos',
    width: 18,
    headings: [
      'contenido',
      'contenido envase',
      'contenido del envase',
      'contenido neto',
      'presentacion',
      ...combine(
        ['cantidad', 'unidades', 'und', 'unid', 'uds', 'contenido'],
        ['por envase', 'x envase', 'por caja', 'x caja', 'por empaque', 'x empaque'],
      ),
      ...combine(['cantidad', 'unidades'], ['envase', 'del envase']),
      'cant',
      'presentaciones',
      'presentacion comercial',
      'presentacion del producto',
      'presentacion producto',
      'quantity',
      'qty',
      'presentation',
      'content',
      'contents',
      ...combine(['pack', 'package', 'packaging'], ['', 'size']),
      'units per pack',
    ],
  },
  bioequivalent: {
    ...FLAG,
    column: 'bioequivalent',
    label: 'Bioequivalente',
    note: 'SI o NO.',
    example: 'SI',
    headings: [
      'bioequivalentes',
      'bioequivalencia',
      'es bioequivalente',
      'producto bioequivalente',
      'bioeq',
      'b e',
      'be',
      'bioequivalent',
    ],
  },
  generic: {
    ...FLAG,
    column: 'generic',
    label: 'Genérico',
    note: 'SI o NO.',
    example: 'NO',
    headings: ['genericos', 'es generico', 'producto generico', 'medicamento generico', 'generic'],
  },
  prescription: {
    ...FLAG,
    column: 'prescription',
    label: 'Receta',
    note: 'SI cuando se vende con receta.',
    example: 'SI',
    headings: [
      'receta medica',
      'prescripcion',
      'con receta',
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
  },
  directSale: {
    ...FLAG,
    column: 'direct_sale',
    label: 'Venta directa',
    note: 'SI o NO. No puede ser SI junto con Receta.',
    example: 'NO',
    headings: [
      'venta libre',
      'v directa',
      'vta directa',
      'libre venta',
      'sin receta',
      'direct sale',
      'directsale',
      'otc',
      'over the counter',
      'sin recipe',
    ],
  },
  cost: {
    kind: 'pesos',
    column: 'cost',
    label: 'Precio',
    group: 'Precio y stock',
    required: true,
    empty: 0,
    needed: 'new',
    note: 'Precio de venta en pesos chilenos, con IVA y sin decimales: 1990 o $1.990. Sin precio no se vende.',
    example: 1990,
    width: 12,
    headings: priceHeadings(),
    // A price in the currency of the country that the program was made for, beside one in dollars.
    weakerHeadings: [
      combine(
        [
          'precio',
          'precio venta',
          'precio de venta',
          'precio publico',
          'pvp',
          'p venta',
          'price',
          'sale price',
        ],
        ['bs', 'bss', 'bsf', 'bs f', 'ves', 'bolivares', 'ars', 'cop', 'mxn', 'soles', 's'],
      ),
    ],
  },
  discount: {
    kind: 'percent',
    column: 'discount',
    label: 'Descuento',
    formLabel: 'Descuento (%)',
    group: 'Precio y stock',
    empty: 0,
    note: 'Porcentaje de 0 a 100, por ejemplo 15.',
    example: 10,
    width: 12,
    headings: [
      ...combine(['descuento', 'dcto', 'dscto', 'dto', 'desc'], ['%', 'porcentaje', '% producto']),
      ...combine(['%', 'porcentaje', 'porcentaje de'], ['descuento', 'dcto', 'dscto', 'dto', 'desc']),
      'descuentos',
      'dcto',
      'dscto',
      'dto',
      'discount',
      ...combine(['discount'], ['%', 'percent', 'percentage']),
    ],
  },
  stock: {
    kind: 'units',
    column: 'stock',
    label: 'Stock',
    group: 'Precio y stock',
    required: true,
    empty: 0,
    note: 'Unidades que hay, un número entero.',
    example: 25,
    width: 10,
    headings: [
      ...combine(
        ['stock', 'existencia', 'existencias', 'saldo', 'saldos', 'inventario', 'inv', 'stk'],
        ['actual', 'disponible', 'fisico', 'unidades', 'total', 'producto', 'final', 'sistema'],
      ),
      ...combine(
        ['cantidad', 'cant', 'unidades', 'und'],
        [
          'stock',
          'en stock',
          'disponible',
          'disponibles',
          'en existencia',
          'existente',
          'existencia',
          'actual',
        ],
      ),
      'stk',
      'stocks',
      'stockactual',
      'total stock',
      'exist',
      'saldos',
      'inventario',
      'on hand',
      'existencia',
      'existencias',
      'saldo',
      'saldo stock',
      'stock saldo',
      'existen',
      'exis',
      'exist actual',
      ...combine(['stock'], ['quantity', 'qty', 'level', 'on hand']),
      ...combine(['quantity', 'qty', 'units', 'quantity available'], ['in stock', 'on hand', 'available']),
      'in stock',
      'inventory',
    ],
    weakerHeadings: [['disponible', 'disponibles', 'disp', 'available']],
  },
  legalWarning: {
    ...TEXT,
    column: 'legal_warning',
    label: 'Advertencia legal',
    group: 'Advertencia',
    fact: true,
    note: 'Texto que acompaña al producto, por ejemplo el tipo de receta. Máximo 1.000 caracteres.',
    example: 'Venta bajo receta médica.',
    width: 30,
    headings: [
      'advertencia',
      'advertencias',
      'advertencias legales',
      'leyenda',
      'leyenda legal',
      'legal warning',
    ],
  },
  saleCondition: {
    kind: 'condition',
    column: 'sale_condition',
    label: 'Condición de venta',
    formLabel: 'Tipo de receta',
    group: 'Características',
    empty: 'unknown',
    note: 'Venta directa, Receta simple, Receta retenida, Receta cheque o No es medicamento. Cuenta más que Receta y Venta directa.',
    example: 'Receta simple',
    width: 20,
    headings: [
      'condicion venta',
      'condicion de expendio',
      'condicion expendio',
      'condicion de venta del producto',
      'sale condition',
    ],
  },
  ownCode: {
    kind: 'code',
    column: 'own_code',
    label: 'Código propio',
    group: 'Identificación',
    empty: '',
    note: 'El código con que tu sistema conoce al producto. Lo identifica cuando no tiene código de barras. Máximo 40 caracteres.',
    example: '0010482',
    width: 18,
    headings: ['cod propio', 'codigo propio del producto', 'own code'],
  },
  therapeuticAction: {
    ...TEXT,
    column: 'therapeutic_action',
    label: 'Acción terapéutica',
    group: 'Identificación',
    fact: true,
    note: 'Para qué sirve el medicamento, por ejemplo Antihipertensivo. Si la planilla no trae Categoría, es la categoría. Máximo 200 caracteres.',
    example: 'Antihipertensivo',
    width: 24,
    headings: [
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
  },
} as const satisfies Record<string, FieldFacts>

export type ProductField = keyof typeof FIELDS

/** The column of `products` that a field is stored in. */
export type ColumnOf<Name extends ProductField> = (typeof FIELDS)[Name]['column']

/** The fields that the product page lists among the facts. */
export type FactField = {
  [Name in ProductField]: (typeof FIELDS)[Name] extends { fact: true } ? Name : never
}[ProductField]

/**
 * A product's fields, in the order of the workbook's columns (docs/product.md#product-workbook). Form, import, export, comparison,
 * audit log and SQL derive from this table; the places that it can't fill in fail to compile. The shop's pages don't load it.
 */
export const PRODUCT_FIELDS: {
  readonly [Name in ProductField]: Readonly<FieldFacts> & { readonly column: ColumnOf<Name> }
} = FIELDS

export const productFieldNames = Object.keys(FIELDS) as ProductField[]

/** A value for each field, in the table's order. */
export const mapProductFields = <Value>(
  pick: (facts: Readonly<FieldFacts>, field: ProductField) => Value,
): Record<ProductField, Value> =>
  Object.fromEntries(productFieldNames.map((field) => [field, pick(PRODUCT_FIELDS[field], field)])) as Record<
    ProductField,
    Value
  >
