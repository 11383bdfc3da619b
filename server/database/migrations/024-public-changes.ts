import { type Kysely, sql } from 'kysely'

/** The table of changes for visitors, by which servers knew how long a cached answer was right; migration 033 removes it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The triggers record the changes of the version before it too, which caches for a second and reads none of them. */
export const compatible = true

/** Columns that decide which lists show a product, and where. */
const PLACE = [
  'category_id',
  'supplier_id',
  'barcode',
  'bioequivalent',
  'generic',
  'prescription',
  'sort_key',
  'search_name',
  'search_document',
  'unit_count',
  'equivalence',
]
/** Columns that only the product itself shows, wherever it is listed. */
const SHOWN = ['tradename', 'dcm', 'health_register', 'direct_sale', 'form', 'quantity', 'legal_warning']

const differ = (...expressions: ((row: 'old' | 'new') => string)[]) =>
  `(${expressions.map((of) => of('old')).join(', ')}) is distinct from (${expressions.map((of) => of('new')).join(', ')})`
const columns = (names: string[]) => names.map((name) => (row: string) => `${row}.${name}`)

/** Whoever writes thousands of products announces all of them at once (`note_all_changes`). */
const NOT_ALL = "coalesce(current_setting('botica.all_changes', true), '') <> 'noted'"

const note = (topics: string) => `insert into public_changes (topics) values (${topics});`

const statements = [
  // Appended to by the transaction that makes the change, so that no purchase waits for another one. Readers go by the
  // transaction's number: what commits late is not missed.
  `create table public_changes (
    transaction xid8 not null default pg_current_xact_id(),
    topics text[] not null
  )`,
  'create index public_changes_by_transaction on public_changes (transaction)',

  // Its first and hottest use is a sale: it takes units of a product that stays in stock.
  `create function note_stock() returns trigger language plpgsql as $$
    begin ${note("array['product ' || new.id]")} return null; end $$`,
  `create trigger note_stock after update of stock on products for each row
    when (old.stock <> new.stock and (old.stock > 0) = (new.stock > 0) and ${NOT_ALL})
    execute function note_stock()`,

  `create function note_product() returns trigger language plpgsql as $$
    declare
      changed text[] := array['product ' || new.id];
      category text;
      supplier text;
    begin
      if ${differ(...columns(PLACE), (row) => `${row}.retired_at is null`)} then
        changed := changed || array['lists', 'home', 'equal ' || old.equivalence, 'equal ' || new.equivalence];
        if ${differ(...columns(['category_id', 'supplier_id']), (row) => `${row}.retired_at is null`)} then
          changed := changed || 'names'::text;
        end if;
      elsif ${differ(
        ...columns(['cost', 'discount']),
        (row) => `${row}.stock > 0`,
        (row) => `${row}.photo <> ''`,
      )} then
        changed := changed || array['home', 'offers', 'equal ' || new.equivalence];
        select name into category from categories where id = new.category_id;
        select name into supplier from suppliers where id = new.supplier_id;
        if ${differ(
          (row) => `${row}.stock > 0`,
          (row) => `${row}.discount > 0`,
        )} then
          changed := changed || array['counts */*', 'counts ' || category || '/*', 'counts */' || supplier,
            'counts ' || category || '/' || supplier];
        end if;
        if old.discounted_price <> new.discounted_price or old.discount <> new.discount then
          changed := changed || array['prices */*', 'prices ' || category || '/*', 'prices */' || supplier,
            'prices ' || category || '/' || supplier];
        end if;
      end if;
      ${note('changed')}
      return null;
    end $$`,
  `create trigger note_emptied after update of stock on products for each row
    when ((old.stock > 0) <> (new.stock > 0) and ${NOT_ALL})
    execute function note_product()`,
  // Not by a list of columns: other triggers change some of them. A sale has its own triggers and keeps its version.
  `create trigger note_changed after update on products for each row
    when (old.version <> new.version and ${NOT_ALL})
    execute function note_product()`,
  `create trigger note_changed_silently
    after update of ${[...PLACE.filter((name) => name !== 'sort_key'), ...SHOWN, 'search', 'cost', 'discount', 'photo', 'retired_at'].join(', ')}
    on products for each row
    when (old.version = new.version and ${NOT_ALL}
      and ${differ(...columns([...PLACE, ...SHOWN, 'cost', 'discount', 'photo', 'retired_at']))})
    execute function note_product()`,

  `create function note_other_products() returns trigger language plpgsql as $$
    declare product products;
    begin
      if tg_op = 'INSERT' then product := new; else product := old; end if;
      ${note("array['product ' || product.id, 'lists', 'home', 'names', 'equal ' || product.equivalence]")}
      return null;
    end $$`,
  `create trigger note_other after insert or delete on products for each row
    when (${NOT_ALL}) execute function note_other_products()`,

  // For a transaction that changes so much that noting each row would be slower than making every answer anew.
  `create function note_all_changes() returns void language plpgsql as $$
    begin
      ${note("array['all']")}
      perform set_config('botica.all_changes', 'noted', true);
    end $$`,

  // Names are on every page.
  `create function note_all() returns trigger language plpgsql as $$
    begin perform note_all_changes(); return null; end $$`,
  ...['categories', 'suppliers'].flatMap((table) => [
    `create trigger note_renamed after update on ${table} for each row
      when (${differ(...columns(['name', 'status']))} and ${NOT_ALL}) execute function note_all()`,
    `create trigger note_other after insert or delete on ${table} for each row
      when (${NOT_ALL}) execute function note_all()`,
  ]),
  ...['products', 'categories', 'suppliers'].map(
    (table) => `create trigger note_emptied_table after truncate on ${table} execute function note_all()`,
  ),
  `create function note_carousel() returns trigger language plpgsql as $$
    begin ${note("array['carousel']")} return null; end $$`,
  `create trigger note_change after insert or update or delete or truncate on carousel_images
    for each statement execute function note_carousel()`,
]
