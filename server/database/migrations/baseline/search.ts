/** The search columns of `products`, written by a trigger, and the words for corrections. */
export const search = [
  // Works like searchText() of server/features/search/search-text.ts, but keeps '|', so that one call prepares all fields of a product.
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
  // The trigger that writes the search columns.
  `create function set_product_search() returns trigger language plpgsql as $$
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
  `create trigger set_search
    before insert or update of tradename, dcm, barcode, own_code, category_id, therapeutic_action, supplier_id, search
    on products for each row execute function set_product_search()`,

  'create index products_by_search on products using gin (search gin_trgm_ops)',
  // A partial index, so that PostgreSQL needn't check each found row for `retired_at`. A short pending list: every search reads all of
  // it, and without one an import takes longer.
  `create index products_by_document on products using gin (search_document) with (gin_pending_list_limit = 256)
    where retired_at is null`,
  // An index for the names that begin with the searched text, with all columns that sort them.
  `create index products_by_search_name on products (search_name) include (sort_key, id, stock_level)
    where retired_at is null`,

  // The catalogue's vocabulary: a mistyped word is compared with some thousand words instead of every product. Numbers are left out: a
  // barcode must not be corrected to another.
  'create table search_words (word text collate "C" primary key)',
  'create index search_words_by_likeness on search_words using gin (word gin_trgm_ops)',
  // Inserts are handled by statement, as an import inserts thousands of products.
  `create function keep_new_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
        select distinct word from changed, unnest(tsvector_to_array(search_document)) word
        where length(word) between 3 and 60 and word !~ '[^a-z]'
        order by word
        on conflict do nothing;
      return null;
    end $$`,
  `create trigger keep_words_of_new after insert on products referencing new table as changed
    for each statement execute function keep_new_search_words()`,
  `create function keep_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
        select word from unnest(tsvector_to_array(new.search_document)) word
        where length(word) between 3 and 60 and word !~ '[^a-z]'
        order by word
        on conflict do nothing;
      return null;
    end $$`,
  `create trigger keep_words_of_changed after update on products
    for each row when (old.search_document <> new.search_document) execute function keep_search_words()`,
]
