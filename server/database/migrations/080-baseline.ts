import { type Kysely, sql } from 'kysely'
import { accounts } from './baseline/accounts.ts'
import { audit } from './baseline/audit.ts'
import { catalog } from './baseline/catalog.ts'
import { conditions } from './baseline/conditions.ts'
import { connections } from './baseline/connections.ts'
import { deliveryAndCoupons } from './baseline/delivery-and-coupons.ts'
import { foundation } from './baseline/foundation.ts'
import { imports } from './baseline/imports.ts'
import ingredients from './baseline/ingredients.json' with { type: 'json' }
import { lots } from './baseline/lots.ts'
import { mails } from './baseline/mails.ts'
import { orders } from './baseline/orders.ts'
import { payments } from './baseline/payments.ts'
import { prescriptions } from './baseline/prescriptions.ts'
import { requests } from './baseline/requests.ts'
import { search } from './baseline/search.ts'
import { stock } from './baseline/stock.ts'
import { tokens } from './baseline/tokens.ts'

/**
 * Creates all tables as the migrations 001 to 080 of earlier versions did, and the list of ingredients. Never edit it: changes are later
 * migrations.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
  const listed = sql`jsonb_to_recordset(${JSON.stringify(ingredients)}::jsonb) as listed
    (ingredient text, condition text, controlled boolean, "directUpTo" numeric, "directRoutes" text[], names text[], combined text[])`
  await sql`
    insert into ingredient_conditions (ingredient, sale_condition, controlled, direct_up_to, direct_routes)
    select ingredient, condition, coalesce(controlled, false), "directUpTo", coalesce("directRoutes", '{}') from ${listed}`.execute(
    database,
  )
  await sql`
    insert into ingredient_names (name, ingredient, combined)
    select unnest(names), ingredient, false from ${listed}
    union all select unnest(combined), ingredient, true from ${listed}`.execute(database)
}

const statements = [
  ...foundation,
  ...accounts,
  ...mails,
  ...audit,
  ...conditions,
  ...catalog,
  ...search,
  ...stock,
  ...tokens,
  ...imports,
  ...deliveryAndCoupons,
  ...orders,
  ...prescriptions,
  ...lots,
  ...payments,
  ...connections,
  ...requests,
]
