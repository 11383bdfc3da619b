/** Whether a name says nothing to a customer: the placeholders of `domain/placeholder-name.ts`, empty names and storage places. */
const NO_NAME =
  '^$|^bodega( |$)|^(n ?a|n d|s n|s c|s d|s i|x{2,5}|null|nulo|none|nan|undefined|unknown|desconocid[oa]|ningun[oa]?|vari[oa]s|no aplica|no asignad[oa]|no definid[oa]|no especificad[oa]|no tiene|no informad[oa]|s laboratorio|not? (assigned|available|applicable|category|brand)|por (definir|asignar|clasificar)|pendiente|default|por defecto|uncategorized|sin (asignar|asignacion|asignad[oa]|definir|clasificar|clasificacion|especificar|informacion|datos?|nombre|descripcion|departamento|depto|dpto|categoria|familia|linea|grupo|rubro|seccion|clase|marca|laboratorio|lab|proveedor|fabricante|codigo|codigo de barras?|codigo barras?|principio activo|forma|registro))$'

const PLACEHOLDER = `placeholder boolean not null
      generated always as (btrim(regexp_replace(fold(name), '[^a-z0-9]+', ' ', 'g')) ~ '${NO_NAME}') stored`

/** Categories, suppliers, products with their barcodes and dated discounts, interests, carts, carousel. */
export const catalog = [
  `create table categories (
    id uuid primary key default uuid_v7(),
    name text not null check (fold(name) <> 'all'),
    name_key text collate "C" not null unique generated always as (fold(name)) stored,
    status boolean not null default true,
    ${PLACEHOLDER}
  )`,

  `create table suppliers (
    id uuid primary key default uuid_v7(),
    name text not null check (fold(name) <> 'all'),
    name_key text collate "C" not null unique generated always as (fold(name)) stored,
    address text not null default '',
    contact text not null default '',
    phone text not null default '',
    status text not null default 'Activo' check (status in ('Activo', 'Inactivo')),
    ${PLACEHOLDER}
  )`,

  `create table user_interests (
    user_id uuid not null references users on delete cascade,
    category_id uuid not null references categories on delete cascade,
    primary key (user_id, category_id)
  )`,
  'create index user_interests_by_category on user_interests (category_id)',

  // The fill factor leaves room in each page for the next version of a row: a sale then changes no index.
  `create table products (
    id uuid primary key default uuid_v7(),
    -- Several with commas between them; product_barcodes has each by itself.
    barcode text not null default '',
    tradename text not null,
    category_id uuid not null references categories,
    supplier_id uuid not null references suppliers,
    dcm text not null default '',
    health_register text not null default '',
    stock integer not null default 0 check (stock >= 0),
    cost integer not null check (cost >= 0),
    discount numeric(5, 2) not null default 0 check (discount between 0 and 100),
    photo text not null default '',
    bioequivalent boolean not null default false,
    generic boolean not null default false,
    prescription boolean not null default false,
    direct_sale boolean not null default false,
    form text not null default '',
    quantity text not null default '',
    legal_warning text not null default '',
    sort_key text collate "C" not null generated always as (fold(tradename)) stored,
    -- What staff search in; the trigger set_search writes it, search_name and search_document.
    search text not null default '',
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- The stock as staff or a workbook last set it; the difference to the stock was sold since.
    counted_stock integer,
    search_name text collate "C" not null default '',
    search_document tsvector not null default '',
    -- What a pack contains and what the product is equal to; the server derives it from the texts (derive-columns.ts).
    unit_count numeric(12, 3),
    unit text,
    equivalence text not null default '',
    derived_version integer not null default 0,
    -- Null while the product is sold.
    retired_at timestamptz,
    -- An index with the stock itself would be written by each sale. The level changes only when the stock reaches or leaves
    -- zero, becomes low (LOW_STOCK of domain/stock.ts), or doubles or halves.
    stock_level smallint not null
      generated always as (width_bucket(stock, array[1, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144, 12288])) stored,
    sale_condition text not null default 'unknown'
      check (sale_condition in ('direct', 'simple', 'retained', 'check', 'none', 'unknown')),
    -- The listed ingredient for which a product of unknown condition isn't for sale; empty for none.
    held_ingredient text not null default '',
    own_code text not null default '',
    therapeutic_action text not null default '',
    -- What a customer pays, as discountedPrice() of domain/price.ts computes it; null without a price.
    discounted_price numeric(11, 2)
      generated always as (case when cost > 0 then round(cost * (100 - discount) / 100, 2) end) stored,
    -- Pending: marked by the trigger set_sale_condition, and off sale until the rule in domain/sale-hold/ has been applied.
    sale_hold text not null default 'none' check (sale_hold in ('none', 'pending', 'held')),
    -- The stricter condition that the list has for a product with a milder one; pending: not yet compared; empty: none.
    listed_condition text not null default '',
    cold_chain boolean not null default false,
    -- The first day on which units of its lots aren't for sale: -infinity with a recalled lot, infinity when all stay for sale; null
    -- without units in lots.
    blocked_from date,
    unavailable boolean not null
      generated always as (stock <= 0 or cost <= 0 or sale_hold <> 'none' or sale_condition = 'check') stored
  ) with (fillfactor = 85)`,
  "create unique index products_by_barcode on products (barcode) where barcode <> ''",
  `create unique index products_by_own_code on products ((fold(own_code) collate "C")) where own_code <> ''`,
  "create index products_by_equivalence on products (equivalence) where equivalence <> ''",

  // The shop's lists are index-only scans, so these indexes include all columns of the filters
  // (docs/decisions/004-lists-and-counts.md).
  'create index products_by_name on products (sort_key, id) include (retired_at)',
  'create index products_by_category on products (category_id, sort_key, id) include (supplier_id, retired_at)',
  'create index products_by_supplier on products (supplier_id, sort_key, id) include (category_id, retired_at)',
  'create index products_by_price on products (discounted_price, sort_key, id) include (retired_at)',
  `create index products_by_category_and_price on products (category_id, discounted_price, sort_key, id)
    include (supplier_id, retired_at)`,
  'create index products_by_discount on products (discount desc, sort_key, id) include (retired_at)',
  // Lists with the available products first.
  'create index products_available on products (unavailable, sort_key, id) include (retired_at)',
  'create index products_available_by_category on products (category_id, unavailable, sort_key, id) include (supplier_id, retired_at)',
  'create index products_available_by_supplier on products (supplier_id, unavailable, sort_key, id) include (category_id, retired_at)',
  // An index with all columns of the shop's filters, so that counting reads no row of the table. A sale seldom changes the stock's level.
  `create index products_counted on products
    (category_id, supplier_id, discount, stock_level, bioequivalent, generic, prescription) where retired_at is null`,
  `create index products_blocked on products (blocked_from) where blocked_from < 'infinity'`,
  `create index products_held on products (sort_key, id) where sale_hold <> 'none'`,
  `create index products_milder on products (sort_key, id) where listed_condition <> ''`,
  'create index products_by_unit_price on products ((discounted_price / unit_count), sort_key, id)',

  // Indexes for the orders and filters of the staff's list.
  'create index products_retired on products (sort_key, id) where retired_at is not null',
  'create index products_by_barcode_order on products (barcode, sort_key, id) where retired_at is null',
  'create index products_by_dcm on products ((fold(dcm) collate "C"), sort_key, id) where retired_at is null',
  'create index products_by_register on products (health_register, sort_key, id) where retired_at is null',
  'create index products_by_cost on products (cost, sort_key, id) where retired_at is null',
  'create index products_by_stock_level on products (stock_level, sort_key, id) where retired_at is null',
  "create index products_without_photo on products (sort_key, id) where photo = '' and retired_at is null",
  "create index products_without_dcm on products (sort_key, id) where dcm = '' and retired_at is null",
  'create index products_without_count on products (sort_key, id) where unit_count is null and retired_at is null',
  'create index products_by_condition on products (sale_condition, sort_key, id) where retired_at is null',

  // Marks derived columns as out of date when an older server, or the operator by hand, changes the texts.
  `create function outdate_derived_columns() returns trigger language plpgsql as $$
    begin
      new.derived_version := 0;
      return new;
    end $$`,
  `create trigger outdate_derived before update of tradename, dcm, form, quantity on products for each row
    when ((old.tradename, old.dcm, old.form, old.quantity) is distinct from (new.tradename, new.dcm, new.form, new.quantity)
      and (old.unit_count, old.unit, old.equivalence) is not distinct from (new.unit_count, new.unit, new.equivalence))
    execute function outdate_derived_columns()`,

  // The condition and its flags, and whether the product is held until its condition is stated.
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
  `create trigger set_sale_condition
    before insert or update of tradename, dcm, category_id, supplier_id, health_register, form, quantity, therapeutic_action,
      prescription, direct_sale, sale_condition on products
    for each row execute function set_sale_condition()`,

  // Splits a product's barcodes at commas, or at spaces between two long numbers.
  `create function barcode_codes(barcode text) returns setof text language sql immutable strict parallel safe as $$
    select trim(code) from regexp_split_to_table(barcode, '[,;\n]|(?<=[0-9]{8})\\s+(?=[0-9]{8})') code where trim(code) <> ''
  $$`,
  // The comparison key of a code, without leading zeros, which spreadsheets drop: 0736… equals 736…
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
  // Inserts are handled by statement, as an import inserts thousands of products.
  `create function keep_new_product_barcodes() returns trigger language plpgsql as $$
    begin
      insert into product_barcodes select code, id from changed, unnest(barcode_keys(barcode)) code
        where barcode <> '' order by code;
      return null;
    end $$`,
  `create trigger keep_barcodes_of_new after insert on products referencing new table as changed
    for each statement execute function keep_new_product_barcodes()`,
  `create function keep_product_barcodes() returns trigger language plpgsql as $$
    begin
      delete from product_barcodes where product_id = new.id and code <> all (barcode_keys(new.barcode));
      insert into product_barcodes
        select code, new.id from unnest(barcode_keys(new.barcode)) code
        where not exists (select from product_barcodes b where b.code = code.code and b.product_id = new.id);
      return null;
    end $$`,
  `create trigger keep_barcodes_of_changed after update of barcode on products
    for each row when (old.barcode <> new.barcode) execute function keep_product_barcodes()`,

  // Discounts that begin and end automatically. products.discount is the current one, so that prices, filters, counts and orders need no
  // dates.
  `create table dated_discounts (
    product_id uuid primary key references products on delete cascade,
    discount numeric(5, 2) not null check (discount > 0 and discount <= 100),
    starts_on date not null,
    ends_on date not null check (ends_on >= starts_on),
    -- The discount to return to; null until it begins.
    replaced numeric(5, 2),
    -- Who planned it. No foreign key: like the book of stock, it outlives the account.
    actor_id uuid not null
  )`,

  `create table sale_decisions (
    -- The ingredient or the name's first word, and the strength: products of later lists get the same condition.
    subject text collate "C" primary key,
    sale_condition text not null check (sale_condition in ('direct', 'simple', 'retained', 'check', 'none')),
    decided_at timestamptz not null default now()
  )`,

  `create table cart_lines (
    user_id uuid not null references users on delete cascade,
    product_id uuid not null references products on delete cascade,
    quantity integer not null check (quantity > 0),
    added_at timestamptz not null default clock_timestamp(),
    primary key (user_id, product_id)
  )`,
  'create index cart_lines_by_product on cart_lines (product_id)',
  // The lines of a cart, locked until the transaction ends. A function, because its second statement sees what was written while the first
  // one waited; a single statement doesn't.
  `create function lock_cart(owner uuid) returns setof cart_lines language plpgsql rows 5 as $$
    begin
      perform from users where id = owner for no key update;
      return query select * from cart_lines where user_id = owner;
    end $$`,

  `create table carousel_images (
    id uuid primary key default uuid_v7(),
    photo text not null unique,
    name text not null,
    state boolean not null default true,
    position integer not null check (position > 0),
    -- A path of the shop, which a press on the image opens.
    link text not null default '',
    unique (position) deferrable initially deferred
  )`,
]
