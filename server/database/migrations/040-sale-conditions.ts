import { type Kysely, sql } from 'kysely'
import ingredients from './040-ingredients.json' with { type: 'json' }

/** The version before this migration writes the two flags, from which a trigger derives the condition. */
export const compatible = true

/**
 * Conditions of sale (docs/product.md#condition-of-sale), the list of ingredients that are usually on prescription, and the
 * condition under which an order's line was bought.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
  await sql`
    insert into ingredient_conditions (ingredient, sale_condition)
    select ingredient, condition from jsonb_to_recordset(${JSON.stringify(ingredients)}::jsonb) as listed (ingredient text, condition text)`.execute(
    database,
  )
  await sql`
    insert into ingredient_names (name, ingredient)
    select name, ingredient from jsonb_to_recordset(${JSON.stringify(ingredients)}::jsonb) as listed (ingredient text, names text[]),
      unnest(names) name`.execute(database)
  // Setting the column runs the trigger for each product; the earlier versions wrote "retenida" into the legal warning.
  await sql`
    update products set sale_condition = case
      when prescription and fold(legal_warning) ~ '\\mcheque\\M' then 'check'
      when prescription and fold(legal_warning) ~ '\\mretenida\\M' then 'retained'
      when prescription then 'simple' when direct_sale then 'direct' else 'unknown' end`.execute(database)
}

const STATEMENTS = [
  `create table ingredient_conditions (
    ingredient text primary key,
    sale_condition text not null check (sale_condition in ('direct', 'simple', 'retained', 'check'))
  )`,
  // Words by which a product's name or DCM says the ingredient: its own name, spellings, brands; folded.
  `create table ingredient_names (
    name text collate "C" primary key,
    ingredient text not null references ingredient_conditions on update cascade on delete cascade,
    first_word text collate "C" not null generated always as (split_part(name, ' ', 1)) stored
  )`,
  'create index ingredient_names_by_word on ingredient_names (first_word)',
  'create index ingredient_names_by_ingredient on ingredient_names (ingredient)',

  `alter table products
    add column sale_condition text not null default 'unknown'
      check (sale_condition in ('direct', 'simple', 'retained', 'check', 'none', 'unknown')),
    -- The listed ingredient for which a product of unknown condition isn't for sale; empty for none.
    add column held_ingredient text not null default ''`,
  `create index products_held on products (held_ingredient, sort_key, id) where held_ingredient <> ''`,
  `create index products_by_condition on products (sale_condition, sort_key, id) where retired_at is null`,

  // Null for lines from before this column.
  'alter table order_lines add column sale_condition text',

  `create function is_on_prescription(sale_condition text) returns boolean language sql immutable parallel safe as $$
    select sale_condition in ('simple', 'retained', 'check')
  $$`,
  // The condition that a client means that knows the flags only (conditionOfFlags of domain/sale-condition.ts).
  `create function condition_of_flags(prescription boolean, direct_sale boolean) returns text
    language sql immutable parallel safe as $$
    select case when prescription then 'simple' when direct_sale then 'direct' else 'unknown' end
  $$`,
  // The stricter of two conditions; an unknown one counts least.
  `create function stricter_condition(one text, other text) returns text language sql immutable parallel safe as $$
    select (array['unknown', 'none', 'direct', 'simple', 'retained', 'check'])[greatest(1,
      array_position(array['unknown', 'none', 'direct', 'simple', 'retained', 'check'], one),
      array_position(array['unknown', 'none', 'direct', 'simple', 'retained', 'check'], other))]
  $$`,
  // The strictest listed ingredient on prescription that the texts name; empty for none.
  `create function prescribed_ingredient(tradename text, dcm text) returns text language sql stable parallel safe as $$
    with texts as (select ' ' || regexp_replace(fold(tradename || ' ' || dcm), '[^a-z0-9]+', ' ', 'g') || ' ' as words)
    select coalesce((
      select ingredient from texts
      join ingredient_names on first_word = any (string_to_array(words, ' ')) and words like '% ' || name || ' %'
      join ingredient_conditions using (ingredient)
      where is_on_prescription(sale_condition)
      order by array_position(array['check', 'retained', 'simple'], sale_condition), ingredient limit 1), '')
  $$`,
  // Keeps condition and flags together, also for clients that know the flags only, and finds the products to hold.
  `create function set_sale_condition() returns trigger language plpgsql as $$
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
      new.held_ingredient := case new.sale_condition
        when 'unknown' then prescribed_ingredient(new.tradename, new.dcm) else '' end;
      return new;
    end $$`,
  `create trigger set_sale_condition
    before insert or update of tradename, dcm, prescription, direct_sale, sale_condition, held_ingredient on products
    for each row execute function set_sale_condition()`,
]
