import { type Kysely, sql } from 'kysely'

/**
 * What a product contains and what it is equal to, for the price per unit, the alternatives and the filter of products
 * without a known content. The server derives the columns from the product's texts (derive-columns.ts).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it leaves the new columns alone; the trigger marks them for the server that knows them. */
export const compatible = true

const statements = [
  `alter table products
    add column unit_count numeric(12, 3),
    add column unit text,
    add column equivalence text not null default '',
    add column derived_version integer not null default 0`,
  "create index products_by_equivalence on products (equivalence) where equivalence <> ''",
  'create index products_without_count on products (sort_key, id) where unit_count is null',

  // A change of the texts by something that derives nothing: an older server, or the operator by hand.
  `create function outdate_derived_columns() returns trigger language plpgsql as $$
    begin
      new.derived_version := 0;
      return new;
    end $$`,
  `create trigger outdate_derived before update of tradename, dcm, form, quantity on products for each row
    when ((old.tradename, old.dcm, old.form, old.quantity) is distinct from (new.tradename, new.dcm, new.form, new.quantity)
      and (old.unit_count, old.unit, old.equivalence) is not distinct from (new.unit_count, new.unit, new.equivalence))
    execute function outdate_derived_columns()`,
]
