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
  /** The form's label, where it isn't `label`. */
  formLabel?: string
  /** The part of the form that has the field. */
  group: FormGroup
  /** Whether the form requires it. The form of a new product then begins without a value, not with `empty`. */
  required?: true
  /** The value of an imported product whose row says nothing, and of "-" in its cell. */
  empty: string | number | boolean
  /** The workbook's products that need a value: new ones, or those without an own code. A needed cell can't be cleared. */
  needed?: 'code' | 'new'
  /** Whether the product page lists it among the facts, under a name of its own. */
  fact?: true
  /** Instructions and example of the workbook's template. */
  note: string
  example: string | number
  /** Width of the workbook's column, in characters. */
  width: number
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
  },
  dcm: {
    ...TEXT,
    column: 'dcm',
    label: 'DCM',
    group: 'Identificación',
    note: 'Denominación común del medicamento.',
    example: 'Losartán potásico 50 mg',
    width: 30,
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
  },
  bioequivalent: {
    ...FLAG,
    column: 'bioequivalent',
    label: 'Bioequivalente',
    note: 'SI o NO.',
    example: 'SI',
  },
  generic: {
    ...FLAG,
    column: 'generic',
    label: 'Genérico',
    note: 'SI o NO.',
    example: 'NO',
  },
  prescription: {
    ...FLAG,
    column: 'prescription',
    label: 'Receta',
    note: 'SI cuando se vende con receta.',
    example: 'SI',
  },
  directSale: {
    ...FLAG,
    column: 'direct_sale',
    label: 'Venta directa',
    note: 'SI o NO. No puede ser SI junto con Receta.',
    example: 'NO',
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
  },
  coldChain: {
    ...FLAG,
    column: 'cold_chain',
    label: 'Refrigerado',
    note: 'SI cuando se guarda y se despacha en frío.',
    example: 'SI',
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
 * A product's fields, in the order of the workbook's columns. Form, import, export, comparison, audit log and SQL derive from this table.
 * Code that has to name each field itself fails to compile without a new one. The shop's pages don't load this file.
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
