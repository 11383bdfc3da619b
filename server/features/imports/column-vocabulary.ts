/** The words that tell what a column has where its heading is no field's own (contract/product-fields.ts): folded, as headingKey() writes them. */

/** Headings of the pharmacy's own codes, the likeliest first. With valid GTINs below they are the barcodes'. */
export const OWN_CODES = [
  /^(sku|clave)( (del |de )?(producto|articulo))?$/,
  /^(codigo|cod|id|code|cod art|codart|co art|cod prod|codprod)( (del |de )?(producto|articulo|sistema))?$/,
  /^(codigo|cod|id) (interno|int|propio|sistema|prod|art|erp|alfabeta|saint|profit)( (del |de )?(producto|articulo))?$/,
  /^(producto|product|articulo|article|item|drug|art) (id|codigo|cod|code|number|no)$/,
  /^(internal|own|stock|erp) (id|code)$/,
  /^(item|plu|referencia|reference|ref|n|no|nro|numero|number|troquel|registro alfabeta)$/,
]
/** Headings of ids that aren't the product's. */
export const NEVER_A_CODE =
  /\b(ubicacion|estante|pasillo|gaveta|lote|batch|serie|telefono|fono|rut|cuit|fecha|date|vencimiento|vence|hora|usuario|url|imagen|image|foto|registro|stock|existencia|cantidad|qty|quantity|total|cost|costo|precio|price|valor|margen|descripcion|nombre|name|almacen|deposito|sucursal|bodega)\b/

/** Among equal headings of prices, those of the price that customers pay. */
export const PROPER_PRICE = /publico|pvp|p v p/
/** Headings of the price of a part of the pack, or of the whole one beside it. */
export const PART_PRICE =
  /^(precio|p|pvp|pv|valor)\b.*\b(caja|cja|blister|blis|fraccion|fracc|tableta|tab|sobre|unidad|und|unid)\b/
/** Headings that may be the price's when no other column is. */
export const LIKE_A_PRICE =
  /\b(precio\w*|precios|prec|price|prices|pvp\w*|pv|venta|vta|publico|valor|importe|monto|tarifa|amount|mrp)\b/
/** Headings of amounts that no customer pays, whatever else they say. */
export const NEVER_A_PRICE =
  /\b(costo\w*|costos|cto|cost|costs|compra|purchase|net|neto|neta|mayor\w*|wholesale|proveedor|supplier|margen|margin|utilidad|ganancia|profit|iva|igv|tax|impuesto\w*|total|totales|subtotal|stock|existencia\w*|cantidad|unidades|minim[oa]|min|maxim[oa]|max|critico|anterior|antiguo|previous|oferta|promo\w*|descuento|dcto|discount|usd|us|dolar\w*|divisa|blister|fraccion|tableta|pvf|ult|ultimo|last|ventas|sales|vendid[oa]s|ano|mes|dia|fecha|date|year)\b|\b(sin|s|\+) (iva|igv)\b|\bs iva\b/

/** Headings of texts that name no product. */
export const NEVER_A_NAME =
  /\b(observacion\w*|nota|notas|comentario\w*|direccion|ubicacion|imagen|image|foto|url|link|proveedor|supplier|laborator\w*|categor\w*|category|usuario|email|correo|advertencia|indicacion\w*|posologia|uso|composicion|slug|tags?)\b/

/** Headings of the days or dates on which something beside them holds. */
export const PERIOD =
  /\b(desde|hasta|inicio|fin|termino|vigencia|vigente|valid[oa]|dias?|from|to|until|start|end|begins?|ends?|days?|weekdays?|semana|periodo)\b/
/** A weekday as a heading or a value: `LUNES`, `Mar.`, `L-M-V`, `lunes a viernes`. */
const DAY =
  '(lun(es)?|mar(tes)?|mie(rcoles)?|jue(ves)?|vie(rnes)?|sab(ado)?s?|dom(ingo)?s?|mon(day)?|tue(sday)?|wed(nesday)?|thu(rsday)?|fri(day)?|sat(urday)?|sun(day)?)'
export const WEEKDAYS = new RegExp(
  `^(todos? (los )?)?${DAY}( (y |a |al |and |to )?${DAY})*$|^[lmxjvsd]( [lmxjvsd])+$`,
)

/** Cells that stand for nothing: `- Sin Departamento -`, `SIN ASIGNACION`, `N/A`, `VARIOS`, `.` */
export const PLACEHOLDER =
  /^(n ?a|n d|s n|s c|s d|s i|x{2,5}|null|nulo|none|nan|undefined|unknown|desconocid[oa]|ningun[oa]?|vari[oa]s|no aplica|no asignad[oa]|no definid[oa]|no especificad[oa]|no tiene|not? (assigned|available|applicable|category|brand)|por (definir|asignar|clasificar)|pendiente|default|por defecto|uncategorized|sin (asignar|asignacion|asignad[oa]|definir|clasificar|clasificacion|especificar|informacion|datos?|nombre|descripcion|departamento|depto|dpto|categoria|familia|linea|grupo|rubro|seccion|clase|marca|laboratorio|lab|proveedor|fabricante|codigo|codigo de barras?|codigo barras?|principio activo|forma|registro))$/

/** Names of laboratories that sell in Latin America, and the words that laboratories have in their names. */
export const LABORATORY =
  /\b(labs?|laborator\w+|pharma\w*|farma(?!c)\w*|abbott|abbvie|aché|alcon|allergan|andromaco|angelini|astrazeneca|bago|baliarda|baxter|bayer|behrens|beiersdorf|bernabo|biosano|biosintetica|boehringer|bristol|calox|casasco|cofasa|deutsche|elmor|elea|eurofarma|ferrer|galderma|genven|genfar|genommalab|glaxo\w*|gsk|grunenthal|heel|hexal|infarma|ivax|janssen|kimiceg|kmplus|knop|la sante|leti|lilly|lundbeck|maver|medifarma|medipharm|meyer|menarini|merck|mintlab|msd|novartis|novo nordisk|opko|oftalder|pasteur|pfizer|procaps|procter|raffo|recalcine|reckitt|recipharm|roche|roemmers|sandoz|sanofi|saval|savant|schering|servier|siegfried|silesia|spefar|synthon|synthes|takeda|tecnofarma|tecnoquimicas|teva|valmor\w*|vargas|viatris|volta|zambon)\b/

/** Headings of what tells products of one name apart: `500 ml`, `Rojo`. */
export const VARIANT =
  /^(variante?s?|variacion(es)?|variation|option ?\d? ?value|option|opcion|sabor|talla|tono|tamano|size|flavou?r|shade)( \d)?$/

/** Headings of a lot or of its expiry: rows of one code that differ in them are lots of one product. */
export const LOT =
  /^((n|no|nro|num|numero|cod|codigo)( de)? )?(lote|lotes|lot|batch)( (n|no|nro|number|id))?$|^((f|fec|fch|fecha)( de)? )?(venc|vencto|vencim|vencimiento|vence|vto|caducidad|cad|expiracion)$|^(expiry|expiration|exp)( date)?$/
