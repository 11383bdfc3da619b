import { type Kysely, sql } from 'kysely'
import list from './057-sale-holds.json' with { type: 'json' }

/** The version before reads `held_ingredient`, which is filled for all held products, and calls `prescribed_ingredient()`, which stays. */
export const compatible = true

/**
 * Holds every product that may be a medicine until its condition of sale is stated. The trigger only marks products: `pending` products
 * stay off sale until the rule in `domain/sale-hold/` has been applied.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
  await sql`
    insert into ingredient_conditions (ingredient, sale_condition, controlled)
    select ingredient, condition, coalesce(controlled, false) from jsonb_to_recordset(${JSON.stringify(list.ingredients)}::jsonb)
      as listed (ingredient text, condition text, controlled boolean)
    on conflict do nothing`.execute(database)
  await sql`
    insert into ingredient_names (name, ingredient)
    select name, ingredient from (
      select ingredient, unnest(names) as name
      from jsonb_to_recordset(${JSON.stringify(list.ingredients)}::jsonb) as listed (ingredient text, names text[])
      union all
      select key, jsonb_array_elements_text(value) from jsonb_each(${JSON.stringify(list.names)}::jsonb)) added
    where ingredient in (select ingredient from ingredient_conditions)
    on conflict do nothing`.execute(database)
  await sql`
    update ingredient_conditions set controlled = true where ingredient = any (${list.controlled}::text[])`.execute(
    database,
  )
  // Only where the pharmacist left the first list's condition as it was.
  await sql`
    update ingredient_conditions c set sale_condition = n.condition, direct_up_to = n."directUpTo", direct_routes = n."directRoutes"
    from jsonb_to_recordset(${JSON.stringify(list.changed)}::jsonb)
      as n (ingredient text, condition text, "directUpTo" numeric, "directRoutes" text[])
    where c.ingredient = n.ingredient and c.sale_condition in ('direct', 'simple')
      and not exists (select from audit_entries a where a.action = 'product.ingredient' and a.subject_id = c.ingredient)`.execute(
    database,
  )
  await sql`update products set sale_hold = 'held' where held_ingredient <> ''`.execute(database)
  await sql`update products set sale_hold = 'pending', held_ingredient = 'Por decidir' where sale_condition = 'unknown' and held_ingredient = ''`.execute(
    database,
  )
  await sql`update products set listed_condition = 'pending' where sale_condition in ('direct', 'simple')`.execute(
    database,
  )
}

const STATEMENTS = [
  `alter table ingredient_conditions
    -- Milligrams up to which, and routes by which, products with the ingredient are sold directly.
    add column direct_up_to numeric,
    add column direct_routes text[] not null default '{}',
    -- Psychotropics, narcotics and others that the law controls: no file states a milder condition than a retained prescription.
    add column controlled boolean not null default false`,
  `alter table products
    add column sale_hold text not null default 'none' check (sale_hold in ('none', 'pending', 'held')),
    -- The stricter condition that the list has for a product with a milder one; pending: not yet compared; empty: none.
    add column listed_condition text not null default ''`,
  'drop index if exists products_held',
  `create index products_held on products (sort_key, id) where sale_hold <> 'none'`,
  `create index products_milder on products (sort_key, id) where listed_condition <> ''`,
  `create table sale_decisions (
    -- The ingredient or the name's first word, and the strength: products of later lists get the same condition.
    subject text collate "C" primary key,
    sale_condition text not null check (sale_condition in ('direct', 'simple', 'retained', 'check', 'none')),
    decided_at timestamptz not null default now()
  )`,
  `create or replace function set_sale_condition() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.sale_condition = 'unknown' then
          new.sale_condition := condition_of_flags(new.prescription, new.direct_sale);
        end if;
      elsif new.sale_condition = old.sale_condition
        and (new.prescription, new.direct_sale) is distinct from (old.prescription, old.direct_sale)
      then
        new.sale_condition := condition_of_flags(new.prescription, new.direct_sale);
      end if;
      new.prescription := is_on_prescription(new.sale_condition);
      new.direct_sale := new.sale_condition = 'direct';
      if new.sale_condition <> 'unknown' then
        new.sale_hold := 'none';
        new.held_ingredient := '';
      elsif tg_op = 'INSERT' then
        new.sale_hold := 'pending';
        new.held_ingredient := 'Por decidir';
      elsif old.sale_hold = 'held' then
        -- A new name or category never lifts a hold.
        new.sale_hold := 'held';
      elsif new.sale_condition <> old.sale_condition
        or (new.tradename, new.dcm, new.category_id, new.supplier_id, new.health_register, new.form, new.quantity,
            new.therapeutic_action)
          is distinct from (old.tradename, old.dcm, old.category_id, old.supplier_id, old.health_register, old.form, old.quantity,
            old.therapeutic_action)
      then
        new.sale_hold := 'pending';
        new.held_ingredient := 'Por decidir';
      end if;
      if tg_op = 'UPDATE' and new.sale_condition <> old.sale_condition then
        new.listed_condition := '';
      end if;
      return new;
    end $$`,
  'drop trigger if exists set_sale_condition on products',
  `create trigger set_sale_condition
    before insert or update of tradename, dcm, category_id, supplier_id, health_register, form, quantity, therapeutic_action,
      prescription, direct_sale, sale_condition on products
    for each row execute function set_sale_condition()`,
]
