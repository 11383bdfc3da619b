import { type Kysely, sql } from 'kysely'

/**
 * Imports of workbooks that can be looked at before and undone after they are saved, several barcodes of one product, and
 * names with commas.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // Comma lists can name them since (domain/name-list.ts).
  `alter table categories drop constraint categories_name_check,
    add constraint categories_name_check check (fold(name) <> 'all')`,
  `alter table suppliers drop constraint suppliers_name_check,
    add constraint suppliers_name_check check (fold(name) <> 'all')`,

  // The barcodes of a product: it may have several, with commas between them, or spaces between two long numbers.
  `create function barcode_codes(barcode text) returns setof text language sql immutable strict parallel safe as $$
    select trim(code) from regexp_split_to_table(barcode, '[,;\n]|(?<=[0-9]{8})\\s+(?=[0-9]{8})') code where trim(code) <> ''
  $$`,
  // A code for comparison: 0736… is 736…, as a GTIN and because spreadsheets drop the zeros of numbers.
  `create function barcode_key(code text) returns text language sql immutable strict parallel safe as $$
    select case when bare ~ '^0*[1-9][0-9]*$' then ltrim(bare, '0') else bare end
    from (select lower(regexp_replace(code, '\\s', '', 'g')) as bare) one
  $$`,
  `create function barcode_keys(barcode text) returns text[] language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct barcode_key(code)), '{}') from barcode_codes(barcode) code
  $$`,
  `create table product_barcodes (
    code text primary key,
    product_id uuid not null references products on delete cascade
  )`,
  'create index product_barcodes_by_product on product_barcodes (product_id)',
  `create function keep_product_barcodes() returns trigger language plpgsql as $$
    begin
      delete from product_barcodes where product_id = new.id and code <> all (barcode_keys(new.barcode));
      insert into product_barcodes
        select code, new.id from unnest(barcode_keys(new.barcode)) code
        where not exists (select from product_barcodes b where b.code = code.code and b.product_id = new.id);
      return null;
    end $$`,
  // A code of two products goes to the older one.
  `insert into product_barcodes select code, id from products, unnest(barcode_keys(barcode)) code order by id
    on conflict do nothing`,
  // Per statement, as an import inserts thousands of products.
  `create function keep_new_product_barcodes() returns trigger language plpgsql as $$
    begin
      insert into product_barcodes select code, id from changed, unnest(barcode_keys(barcode)) code
        where barcode <> '' order by code;
      return null;
    end $$`,
  `create trigger keep_barcodes_of_new after insert on products referencing new table as changed
    for each statement execute function keep_new_product_barcodes()`,
  `create trigger keep_barcodes_of_changed after update of barcode on products
    for each row when (old.barcode <> new.barcode) execute function keep_product_barcodes()`,

  // The stock as staff or a workbook last set it; the difference to the stock was sold since.
  'alter table products add column counted_stock integer',
  'update products set counted_stock = stock',

  `create table product_imports (
    id uuid primary key default uuid_v7(),
    state text not null check (state in ('preview', 'saved', 'refused', 'undone')),
    actor_id uuid references users on delete set null,
    actor_name text not null,
    file_name text not null,
    -- An ImportReport (contract/imports.ts) without the columns of this table.
    report jsonb not null,
    -- Copied, so that a list of imports doesn't unpack their reports.
    created integer generated always as ((report->>'created')::integer) stored,
    updated integer generated always as ((report->>'updated')::integer) stored,
    unchanged integer generated always as ((report->>'unchanged')::integer) stored,
    refused integer generated always as ((report->>'refused')::integer) stored,
    repeated integer generated always as ((report->>'repeated')::integer) stored,
    search text not null generated always as (fold(file_name || ' ' || actor_name)) stored,
    -- The refused rows' cells; null when they have expired.
    refused_rows jsonb,
    created_at timestamptz not null default now(),
    saved_at timestamptz,
    undone_at timestamptz
  )`,
  'create index product_imports_by_actor on product_imports (actor_id)',

  // The valid rows of a preview, until it is saved. One by one, so that no server holds all of them as one text.
  `create table product_import_rows (
    import_id uuid not null references product_imports on delete cascade,
    place integer not null,
    -- A ShownRow (workbook/import-store.ts).
    content jsonb not null,
    primary key (import_id, place)
  )`,

  // What a saved import did to each product, to undo it.
  `create table product_import_changes (
    import_id uuid not null references product_imports on delete cascade,
    product_id uuid not null references products on delete cascade,
    -- The changed fields as the product form names them, and what they were; null for a new product. countedStock is
    -- the counted stock.
    before jsonb,
    after jsonb not null,
    -- The product's version after the import.
    version integer not null,
    primary key (import_id, product_id)
  )`,
  'create index product_import_changes_by_product on product_import_changes (product_id)',

  // Headings of workbooks that somebody assigned by hand, folded; an empty field leaves the column out.
  `create table workbook_headings (
    heading text primary key,
    field text not null
  )`,
]
