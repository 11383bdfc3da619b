import { type Kysely, sql } from 'kysely'

/** The version before goes on searching in `products.search` and in `search_words`, which both stay. */
export const compatible = true

/** One indexed document per product, which the shop searches by the beginnings of words (docs/product.md#search). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // The same as searchText() of server/features/search/search-text.ts, with '|' kept, so that a product's fields are
  // prepared in one call.
  `create function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
    declare t text := fold(value);
    begin
      t := regexp_replace(t, '(?<![a-z])u\\.i\\.?(?![a-z])', 'ui', 'g');
      t := regexp_replace(t, '(?<![0-9])(?<![0-9][.,])([1-9][0-9]{0,2})\\.([0-9]{3})(?:\\.([0-9]{3}))?(?![0-9])', '\\1\\2\\3', 'g');
      t := regexp_replace(t, '([0-9]),(?=[0-9])', '\\1.', 'g');
      t := regexp_replace(t, '(?<![0-9.])([0-9]+)\\.0+(?![0-9])', '\\1', 'g');
      t := regexp_replace(t, '([0-9])(?=[a-z%])', '\\1 ', 'g');
      t := regexp_replace(t, '(?<![a-z])(mcg|mg|ml)(?=[a-z]{4})', '\\1 ', 'g');
      t := regexp_replace(t, '(?<![a-z])(mg|mcg|ml|gr?|cm|m|ui|un|und)?x ?(?=[0-9])', ' \\1 ', 'g');
      t := regexp_replace(t, '([a-z]{2})(?=[0-9])', '\\1 ', 'g');
      t := regexp_replace(t, '[^a-z0-9.%|]+|(?<![0-9])\\.|\\.(?![0-9])', ' ', 'g');
      t := regexp_replace(t, ' +', ' ', 'g');
      t := regexp_replace(t, '([0-9]) (?:mgs?|miligramos?)(?![a-z0-9])', '\\1mg', 'g');
      t := regexp_replace(t, '([0-9]) (?:mcgr?|mc|ug|microgramos?)(?![a-z0-9])', '\\1mcg', 'g');
      t := regexp_replace(t, '([0-9]) (?:g|grs?|gramos?)(?![a-z0-9])', '\\1g', 'g');
      t := regexp_replace(t, '([0-9]) (?:mls?|cc|mililitros?)(?![a-z0-9])', '\\1ml', 'g');
      t := regexp_replace(t, '([0-9]) (?:l|lts?|litros?)(?![a-z0-9])', '\\1l', 'g');
      t := regexp_replace(t, '([0-9]) (?:kgs?|kilos?|kilogramos?)(?![a-z0-9])', '\\1kg', 'g');
      t := regexp_replace(t, '([0-9]) (ui|meq|%)(?![a-z0-9])', '\\1\\2', 'g');
      t := regexp_replace(t, '([a-z][aeiou][lrndjz])es(?![a-z0-9])', '\\1', 'g');
      t := regexp_replace(t, '([a-z]{2}[aeo])s(?![a-z0-9])', '\\1', 'g');
      return trim(t);
    end $$`,

  // 'losartan 50mg' → 'losartan:1A 50mg:1A 50:1A': a strength is found by its number as well. Words of letters, digits, '.' and
  // '%' need no quotes.
  `create function search_lexemes(words text, weight text) returns text language sql immutable strict parallel safe as $$
    select regexp_replace(
      regexp_replace(words, '(?<![0-9.])([0-9.]+)(mg|mcg|g|kg|ml|l|ui|meq|%)(?![a-z0-9])', '\\1\\2 \\1', 'g'),
      '([^ ]+)', '\\1:1' || weight, 'g')
  $$`,
  // 'losartan potasico 30 com' → '^lo:1A ^po:1A': the beginnings that a search for two letters finds, without the words that
  // half of all names have.
  `create function search_beginnings(words text) returns text language sql immutable strict parallel safe as $$
    select regexp_replace(
      regexp_replace(words, '(?<![^ ])(com|comp|comprimido|cap|caps|capsula|tab|tableta|lab|laboratorio|und|unidad|con|del|para|[a-z]?[^a-z ][^ ]*|[a-z]{1,2})(?![^ ])', '', 'g'),
      '([a-z]{2})[^ ]*', '^\\1:1A', 'g')
  $$`,
  `alter table products
    add column search_name text collate "C" not null default '',
    add column search_document tsvector not null default ''`,

  // One trigger writes what staff and what the shop search in.
  `create or replace function set_product_search() returns trigger language plpgsql as $$
    declare
      category text := (select name from categories where id = new.category_id);
      supplier text := (select name from suppliers where id = new.supplier_id);
      words text[] := string_to_array(search_text(concat_ws(' | ',
        replace(new.tradename, '|', ' '), replace(new.dcm, '|', ' '), replace(supplier, '|', ' '), replace(category, '|', ' '))), '|');
    begin
      new.search := fold(concat_ws(' ', new.tradename, new.dcm, new.barcode, category, supplier));
      new.search_name := trim(words[1]);
      new.search_document := (search_lexemes(words[1], 'A') || search_beginnings(words[1]) ||
        search_lexemes(words[2], 'B') || search_lexemes(words[3], 'C') || search_lexemes(words[4], 'D'))::tsvector;
      return new;
    end $$`,

  // The vocabulary now has the words as they are in the documents.
  'drop trigger keep_words_of_changed on products',
  'drop trigger keep_words_of_new on products',
  'drop table search_words',
  'create table search_words (word text collate "C" primary key)',
  `create or replace function keep_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
        select word from unnest(tsvector_to_array(new.search_document)) word
        where length(word) between 3 and 60 and word !~ '[^a-z]'
        order by word
        on conflict do nothing;
      return null;
    end $$`,
  `create or replace function keep_new_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
        select distinct word from changed, unnest(tsvector_to_array(search_document)) word
        where length(word) between 3 and 60 and word !~ '[^a-z]'
        order by word
        on conflict do nothing;
      return null;
    end $$`,

  // Existing products, without their other triggers: only what is searched changes.
  // Their other indexes are written anew with each row; this one is quicker made from scratch.
  'drop index products_by_search',
  'alter table products disable trigger user',
  'alter table products enable trigger set_search',
  "update products set search = ''",
  'alter table products enable trigger user',
  'create index products_by_search on products using gin (search gin_trgm_ops)',
  `insert into search_words
    select distinct word from products, unnest(tsvector_to_array(search_document)) word
    where length(word) between 3 and 60 and word !~ '[^a-z]'`,
  'create index search_words_by_likeness on search_words using gin (word gin_trgm_ops)',
  `create trigger keep_words_of_new after insert on products referencing new table as changed
    for each statement execute function keep_new_search_words()`,
  `create trigger keep_words_of_changed after update on products
    for each row when (old.search_document <> new.search_document) execute function keep_search_words()`,

  // A short pending list: every search reads it from end to end, and without one an import takes longer.
  'create index products_by_document on products using gin (search_document) with (gin_pending_list_limit = 256)',
  'create index products_by_search_name on products (search_name)',

  // Laboratories are suggested with the number of their products.
  'create index product_counts_by_supplier on product_counts (supplier_id)',
]
