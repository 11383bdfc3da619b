/**
 * A regular expression, for JavaScript and for PostgreSQL, of the words that people enter in place of an unknown name, folded and
 * with single spaces between them: `sin departamento`, `sin asignacion`, `n a`, `varios`.
 */
export const PLACEHOLDER_WORDS =
  '^(n ?a|n d|s n|s c|s d|s i|x{2,5}|null|nulo|none|nan|undefined|unknown|desconocid[oa]|ningun[oa]?|vari[oa]s|no aplica|no asignad[oa]|no definid[oa]|no especificad[oa]|no tiene|no informad[oa]|s laboratorio|not? (assigned|available|applicable|category|brand)|por (definir|asignar|clasificar)|pendiente|default|por defecto|uncategorized|sin (asignar|asignacion|asignad[oa]|definir|clasificar|clasificacion|especificar|informacion|datos?|nombre|descripcion|departamento|depto|dpto|categoria|familia|linea|grupo|rubro|seccion|clase|marca|laboratorio|lab|proveedor|fabricante|codigo|codigo de barras?|codigo barras?|principio activo|forma|registro))$'
