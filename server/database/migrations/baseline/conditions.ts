/** Ingredients that are usually on prescription, and functions of conditions. */
export const conditions = [
  `create table ingredient_conditions (
    ingredient text primary key,
    sale_condition text not null check (sale_condition in ('direct', 'simple', 'retained', 'check')),
    -- Milligrams up to which, and routes by which, products with the ingredient are sold directly.
    direct_up_to numeric,
    direct_routes text[] not null default '{}',
    -- Psychotropics, narcotics and others that the law controls: no file states a milder condition than a retained prescription.
    controlled boolean not null default false
  )`,
  // Words that name the ingredient in a product's name or DCM: its own name, spellings, brands; folded.
  `create table ingredient_names (
    name text collate "C" primary key,
    ingredient text not null references ingredient_conditions on update cascade on delete cascade,
    first_word text collate "C" not null generated always as (split_part(name, ' ', 1)) stored,
    -- Whether it is a brand with other active ingredients, too.
    combined boolean not null default false
  )`,
  'create index ingredient_names_by_word on ingredient_names (first_word)',
  'create index ingredient_names_by_ingredient on ingredient_names (ingredient)',
  // An index for the names that are spelled like a searched word (docs/shop.md#search).
  'create index ingredient_names_by_likeness on ingredient_names using gin (name gin_trgm_ops)',

  `create function is_on_prescription(sale_condition text) returns boolean language sql immutable parallel safe as $$
    select sale_condition in ('simple', 'retained', 'check')
  $$`,
  // The condition that a client means who knows only the flags (conditionOfFlags of domain/sale-condition.ts).
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
]
