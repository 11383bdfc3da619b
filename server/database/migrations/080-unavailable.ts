import { type Kysely, sql } from 'kysely'

/** The version before this migration neither reads nor writes its columns. */
export const compatible = true

/** Columns by which the shop lists available products first, and hides names that say nothing to a customer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

/** The placeholders of `domain/placeholder-name.ts`, empty names and storage places ('bodega'): folded, with single spaces. */
const PLACEHOLDER =
  '^$|^bodega( |$)|^(n ?a|n d|s n|s c|s d|s i|x{2,5}|null|nulo|none|nan|undefined|unknown|desconocid[oa]|ningun[oa]?|vari[oa]s|no aplica|no asignad[oa]|no definid[oa]|no especificad[oa]|no tiene|no informad[oa]|s laboratorio|not? (assigned|available|applicable|category|brand)|por (definir|asignar|clasificar)|pendiente|default|por defecto|uncategorized|sin (asignar|asignacion|asignad[oa]|definir|clasificar|clasificacion|especificar|informacion|datos?|nombre|descripcion|departamento|depto|dpto|categoria|familia|linea|grupo|rubro|seccion|clase|marca|laboratorio|lab|proveedor|fabricante|codigo|codigo de barras?|codigo barras?|principio activo|forma|registro))$'

const addPlaceholder = (table: string) => `alter table ${table} add placeholder boolean not null
  generated always as (btrim(regexp_replace(fold(name), '[^a-z0-9]+', ' ', 'g')) ~ '${PLACEHOLDER}') stored`

const STATEMENTS = [
  addPlaceholder('categories'),
  addPlaceholder('suppliers'),
  `alter table products add unavailable boolean not null
    generated always as (stock <= 0 or cost <= 0 or sale_hold <> 'none' or sale_condition = 'check') stored`,
  'create index products_available on products (unavailable, sort_key, id) include (retired_at)',
  'create index products_available_by_category on products (category_id, unavailable, sort_key, id) include (supplier_id, retired_at)',
  'create index products_available_by_supplier on products (supplier_id, unavailable, sort_key, id) include (category_id, retired_at)',
]
