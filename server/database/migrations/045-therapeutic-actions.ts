import { type Kysely, sql } from 'kysely'

/** The version before neither reads nor writes the column. */
export const compatible = true

/** Therapeutic actions of products (docs/product.md#product-workbook), which are searched like their categories. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  "alter table products add column therapeutic_action text not null default ''",
  `create or replace function set_product_search() returns trigger language plpgsql as $$
    declare
      category text := (select name from categories where id = new.category_id);
      supplier text := (select name from suppliers where id = new.supplier_id);
      words text[] := string_to_array(search_text(concat_ws(' | ',
        replace(new.tradename, '|', ' '), replace(new.dcm, '|', ' '), replace(supplier, '|', ' '),
        replace(concat_ws(' ', category, new.therapeutic_action), '|', ' '))), '|');
    begin
      new.search := fold(concat_ws(' ',
        new.tradename, new.dcm, new.barcode, new.own_code, category, new.therapeutic_action, supplier));
      new.search_name := trim(words[1]);
      new.search_document := (search_lexemes(words[1], 'A') || search_beginnings(words[1]) ||
        search_lexemes(words[2], 'B') || search_lexemes(words[3], 'C') || search_lexemes(words[4], 'D'))::tsvector;
      return new;
    end $$`,
  `create or replace trigger set_search
    before insert or update of tradename, dcm, barcode, own_code, category_id, therapeutic_action, supplier_id, search
    on products for each row execute function set_product_search()`,
]
