import { NO_CATEGORY, NO_LABORATORY } from '#contract/product-fields.ts'
import { isGtin } from '#domain/barcodes.ts'
import { PLACEHOLDER_WORDS } from '#domain/placeholder-name.ts'
import { fold } from '#domain/text.ts'
import type { SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { cellWord, shownCell } from '../rows/product-cells.ts'

/**
 * Patterns that recognise a column where its heading is no field's own (contract/product-fields.ts). Headings are folded by headingKey().
 */

/** Headings of the pharmacy's own codes, the likeliest first. A column of valid GTINs below such a heading has barcodes. */
export const OWN_CODES = [
  /^(sku|clave)( (del |de )?(producto|articulo))?$/,
  /^(codigo|cod|id|code|cod art|codart|co art|cod prod|codprod)( (del |de )?(producto|articulo|sistema))?$/,
  /^(codigo|cod|id) (interno|int|propio|sistema|prod|art|erp|alfabeta|saint|profit)( (del |de )?(producto|articulo))?$/,
  /^(producto|product|articulo|article|item|drug|art) (id|codigo|cod|code|number|no)$/,
  /^(internal|own|stock|erp) (id|code)$/,
  /^(item|plu|referencia|reference|ref|n|no|nro|numero|number|troquel|registro alfabeta)$/,
]
/** Headings of ids that aren't the product's. */
const NEVER_A_CODE =
  /\b(ubicacion|estante|pasillo|gaveta|lote|batch|serie|telefono|fono|rut|cuit|fecha|date|vencimiento|vence|hora|usuario|url|imagen|image|foto|registro|stock|existencia|cantidad|qty|quantity|total|cost|costo|precio|price|valor|margen|descripcion|nombre|name|almacen|deposito|sucursal|bodega)\b/

/** Of several headings of prices, the ones to prefer: the price that customers pay. */
export const PROPER_PRICE = /publico|pvp|p v p/
/** Headings of the price of a part of the pack, or of the whole one beside it. */
export const PART_PRICE =
  /^(precio|p|pvp|pv|valor)\b.*\b(caja|cja|blister|blis|fraccion|fracc|tableta|tab|sobre|unidad|und|unid)\b/
/** Headings of a possible price, where no column has a certain one. */
export const LIKE_A_PRICE =
  /\b(precio\w*|precios|prec|price|prices|pvp\w*|pv|venta|vta|publico|valor|importe|monto|tarifa|amount|mrp)\b/
/** Headings of amounts that no customer pays, even beside a word such as "precio". */
export const NEVER_A_PRICE =
  /\b(costo\w*|costos|cto|cost|costs|compra|purchase|net|neto|neta|mayor\w*|wholesale|proveedor|supplier|margen|margin|utilidad|ganancia|profit|iva|igv|tax|impuesto\w*|total|totales|subtotal|stock|existencia\w*|cantidad|unidades|minim[oa]|min|maxim[oa]|max|critico|anterior|antiguo|previous|oferta|promo\w*|descuento|dcto|discount|usd|us|dolar\w*|divisa|blister|fraccion|tableta|pvf|ult|ultimo|last|ventas|sales|vendid[oa]s|ano|mes|dia|fecha|date|year)\b|\b(sin|s|\+) (iva|igv)\b|\bs iva\b/

/** Headings of texts that name no product. */
export const NEVER_A_NAME =
  /\b(observacion\w*|nota|notas|comentario\w*|direccion|ubicacion|imagen|image|foto|url|link|proveedor|supplier|laborator\w*|categor\w*|category|usuario|email|correo|advertencia|indicacion\w*|posologia|uso|composicion|slug|tags?)\b/

/** Headings of the days or dates on which a discount beside them is valid. */
export const PERIOD =
  /\b(desde|hasta|inicio|fin|termino|vigencia|vigente|valid[oa]|dias?|from|to|until|start|end|begins?|ends?|days?|weekdays?|semana|periodo)\b/
/** A weekday as a heading or a value: `LUNES`, `Mar.`, `L-M-V`, `lunes a viernes`. */
const DAY =
  '(lun(es)?|mar(tes)?|mie(rcoles)?|jue(ves)?|vie(rnes)?|sab(ado)?s?|dom(ingo)?s?|mon(day)?|tue(sday)?|wed(nesday)?|thu(rsday)?|fri(day)?|sat(urday)?|sun(day)?)'
export const WEEKDAYS = new RegExp(
  `^(todos? (los )?)?${DAY}( (y |a |al |and |to )?${DAY})*$|^[lmxjvsd]( [lmxjvsd])+$`,
)

/** Names of laboratories that sell in Latin America, and the words that laboratories have in their names. */
const LABORATORY =
  /\b(labs?|laborator\w+|pharma\w*|farma(?!c)\w*|abbott|abbvie|aché|alcon|allergan|andromaco|angelini|astrazeneca|bago|baliarda|baxter|bayer|behrens|beiersdorf|bernabo|biosano|biosintetica|boehringer|bristol|calox|casasco|cofasa|deutsche|elmor|elea|eurofarma|ferrer|galderma|genven|genfar|genommalab|glaxo\w*|gsk|grunenthal|heel|hexal|infarma|ivax|janssen|kimiceg|kmplus|knop|la sante|leti|lilly|lundbeck|maver|medifarma|medipharm|meyer|menarini|merck|mintlab|msd|novartis|novo nordisk|opko|oftalder|pasteur|pfizer|procaps|procter|raffo|recalcine|reckitt|recipharm|roche|roemmers|sandoz|sanofi|saval|savant|schering|servier|siegfried|silesia|spefar|synthon|synthes|takeda|tecnofarma|tecnoquimicas|teva|valmor\w*|vargas|viatris|volta|zambon)\b/

/** Headings of variants, which distinguish products with one name: `500 ml`, `Rojo`. */
export const VARIANT =
  /^(variante?s?|variacion(es)?|variation|option ?\d? ?value|option|opcion|sabor|talla|tono|tamano|size|flavou?r|shade)( \d)?$/

/** Headings of a lot, and of its expiry: rows of one code that differ in them are lots of one product. */
export const LOT_CODE =
  /^((n|no|nro|num|numero|cod|codigo)( de)? )?(lote|lotes|lot|batch)( (n|no|nro|number|id))?$/
export const LOT_EXPIRY =
  /^((f|fec|fch|fecha)( de)? )?(venc|vencto|vencim|vencimiento|vence|vto|caducidad|cad|expiracion)$|^(expiry|expiration|exp)( date)?$/

/** Whether a folded heading is a lot's or an expiry's. */
export const isOfLots = (heading: string) => LOT_CODE.test(heading) || LOT_EXPIRY.test(heading)

/** How many values of a column are kept to recognise its content. */
const MAX_SAMPLES = 300

/** The first filled cells of a column, as the sheet shows them. */
export type Samples = readonly string[]
export type ColumnValues = {
  samples: Samples
  filledShare: number
}

export const NO_VALUES: ColumnValues = { samples: [], filledShare: 0 }

export function collectValues() {
  const columns: { samples: string[]; filled: number }[] = []
  let rows = 0
  return {
    add({ cells }: SheetRow) {
      if (cells.some((cell) => shownCell(cell) !== '')) rows += 1
      for (const [at, cell] of cells.entries()) {
        const text = cell === undefined ? '' : shownCell(cell)
        if (!text) continue
        columns[at] ??= { samples: [], filled: 0 }
        columns[at].filled += 1
        if (columns[at].samples.length < MAX_SAMPLES) columns[at].samples.push(text)
      }
    },
    values: (): ColumnValues[] =>
      Array.from(columns, (column) =>
        column ? { samples: column.samples, filledShare: column.filled / rows } : NO_VALUES,
      ),
  }
}

/** The minimum share of valid GTINs in a column of barcodes; some real barcodes are invalid, and most other numbers are. */
const MIN_GTIN_SHARE = 0.6
export const areBarcodes = (samples: Samples) => shareOf(samples, isGtin) >= MIN_GTIN_SHARE

export const areWholeNumbers = (samples: Samples) => shareOf(samples, (text) => /^\d+$/.test(text)) === 1

/** The largest share of words in a column of codes: an export may write NULL or a total among them. */
const MAX_WORDS_AMONG_CODES = 0.05

/** Whether the values are codes such as `12` and `A`, with nearly no words. Dashes alone, which clear a field, are no codes. */
export const areMereCodes = (samples: Samples) =>
  samples.some((text) => /[\p{L}\p{N}]/u.test(text)) &&
  shareOf(samples, (text) => /\p{L}{2}/u.test(text)) <= MAX_WORDS_AMONG_CODES

export const areMereNumbers = (samples: Samples) =>
  samples.some((text) => /\p{N}/u.test(text)) &&
  shareOf(samples, (text) => /\p{L}/u.test(text)) <= MAX_WORDS_AMONG_CODES

const PLACEHOLDER = new RegExp(PLACEHOLDER_WORDS)

/** The shop's names of the default category and laboratory. They are values, because an export contains them. */
const OWN_NAMES: readonly string[] = [NO_CATEGORY, NO_LABORATORY]

/** Whether a cell has a placeholder for no value. A dash, which clears a field, and a formula's error such as #N/A are none. */
export const isPlaceholder = (text: string) =>
  /^[.\s_*?¿]+$/.test(text) ||
  (!/^#/.test(text.trim()) && !OWN_NAMES.includes(text.trim()) && PLACEHOLDER.test(cellWord(text)))

/** Whether the values are laboratories, whatever the heading says: "LINEA" with BAYER and LAB CHILE. */
export const areLaboratories = (samples: Samples) =>
  shareOf([...new Set(samples)], (text) => LABORATORY.test(fold(text))) >= 0.4

export const areWeekdays = (samples: Samples) =>
  shareOf(samples, (text) => WEEKDAYS.test(cellWord(text))) >= 0.6

export const areDates = (samples: Samples) =>
  shareOf(samples, (text) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text)) >= 0.6

/** A number as lists write amounts: `$ 1.990`, `1.234,56`, `12.5`. */
const AMOUNT = /^(\$|bs\.?|s\/\.?|clp)? ?\d{1,9}([.,]\d{3})*([.,]\d{1,4})?( ?(\$|bs\.?|clp))?$/i
export const areAmounts = (samples: Samples) =>
  samples.length > 0 &&
  shareOf(samples, (text) => AMOUNT.test(text)) >= 0.8 &&
  shareOf(samples, (text) => /[1-9]/.test(text)) >= 0.5 &&
  !areBarcodes(samples)

/** Whether amounts are prices by themselves: with a currency or decimals, or round ones of three digits and more, as nearly all prices are. */
export const arePrices = (samples: Samples) =>
  areAmounts(samples) &&
  (shareOf(samples, (text) => /[$]|bs|clp|[.,]\d{2}$/i.test(text)) >= 0.6 ||
    shareOf(samples, (text) => /^[\d.,]{2,}0$/.test(text) && text.replace(/\D/g, '').length < 8) >= 0.6)

/** Whether the values name products: texts of words, nearly all different. */
export const areProductNames = (samples: Samples) =>
  shareOf(samples, (text) => /\p{L}{3}/u.test(text) && !/[@]|:\/\/|^www\./.test(text)) >= 0.9 &&
  samples.reduce((sum, text) => sum + text.length, 0) >= samples.length * MIN_NAME_LENGTH &&
  new Set(samples.map(fold)).size >= samples.length * 0.7
const MIN_NAME_LENGTH = 8

const FORM =
  /^(comp|tab|caps?\b|capsul|grage|jarabe|jbe|susp|sol\b|soluc|crema|unguent|pomada|gel\b|ovulo|sup\b|suposit|amp\b|ampoll|iny|gotas|gts|colirio|polvo|pvo|spray|aeros|inhal|parche|locion|shampoo|champu|emuls|elixir|granul|pasta|espuma|jabon|liquido|ung\b)/
/** Whether the values are forms such as COMPRIMIDO and CREMA, without the number or the volume of a content. */
export const areForms = (samples: Samples) =>
  shareOf(samples, (text) => FORM.test(fold(text)) && !/\d/.test(text)) >= 0.5

function shareOf(samples: Samples, test: (text: string) => boolean): number {
  return samples.length === 0 ? 0 : samples.filter(test).length / samples.length
}

/** The minimum share of rows with a code, and of distinct codes among them. */
const MIN_FILLED_SHARE = 0.8
const MIN_DISTINCT_SHARE = 0.95
/** With a larger share of such numbers, a column may have barcodes under another name, which only a person can decide. */
const MAX_BARCODE_SHARE = 0.6
const LIKE_BARCODE = /^\d{12,14}$/
const MAX_LENGTH = 40

/** Whether a column's values can tell products apart: filled, and distinct in nearly all rows. */
export function areOwnCodes({ samples, filledShare }: ColumnValues): boolean {
  const codes = samples.filter((code) => code.length <= MAX_LENGTH)
  return (
    codes.length > 0 &&
    filledShare * (codes.length / samples.length) >= MIN_FILLED_SHARE &&
    new Set(codes.map(fold)).size >= codes.length * MIN_DISTINCT_SHARE
  )
}

/** Whether values only number the rows: 1, 2, 3… In the next list, each number would be another product. */
const countRows = (codes: readonly string[]) => codes.every((code, index) => Number(code) === index + 1)

const MIN_UNNAMED = 5

/** Whether values look like codes, whatever the heading says: `A-0012`, and numbers that aren't prices. */
const looksLikeCodes = ({ samples }: ColumnValues) =>
  samples.length >= MIN_UNNAMED && !arePrices(samples) && samples.every((code) => /^\S*\d\S*$/.test(code))

/** The minimum share of distinct values of a column that may be codes, and their usual length. */
const MIN_CODE_SHARE = 0.7
const MIN_CODE_LENGTH = 4

/** Whether a column without a field may have codes: a person must then look at it before products are recognised by name. */
export function mayBeCodes(key: string, values: ColumnValues): boolean {
  const { samples, filledShare } = values
  const long = samples.filter((code) => code.length >= MIN_CODE_LENGTH)
  return (
    !NEVER_A_CODE.test(key) &&
    looksLikeCodes(values) &&
    filledShare >= MIN_CODE_SHARE &&
    long.length >= samples.length * MIN_CODE_SHARE &&
    new Set(samples).size >= samples.length * MIN_CODE_SHARE &&
    !countRows(samples)
  )
}

/** The rank of a column among candidates for the pharmacy's own codes: 0 is the likeliest, Infinity is no candidate. */
export function rankOfOwnCodes(key: string, values: ColumnValues): number {
  const { samples } = values
  const known = OWN_CODES.findIndex((pattern) => pattern.test(key))
  const rank = known < 0 && !NEVER_A_CODE.test(key) && looksLikeCodes(values) ? OWN_CODES.length : known
  if (rank < 0 || !areOwnCodes(values)) return Infinity
  // An id stays with its product, even in a list where the ids happen to equal the row numbers.
  if (countRows(samples) && !/\bid\b/.test(key)) return Infinity
  return areLikeBarcodes(samples) ? Infinity : rank
}

/** Whether most values have a barcode's length, whatever their check digits. */
export const areLikeBarcodes = (samples: readonly string[]) =>
  samples.filter((code) => LIKE_BARCODE.test(code)).length > samples.length * MAX_BARCODE_SHARE
