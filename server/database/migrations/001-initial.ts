import { type Kysely, sql } from 'kysely'

/** The data model (docs/product.md#entities), with the indexes for lists, filters and searches. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'create extension if not exists unaccent',
  'create extension if not exists pg_trgm',

  // PostgreSQL has uuidv7() since version 18; this works from 15 on: 48 bits of milliseconds, the version, 12 bits of the
  // millisecond's fraction, so that ids sort by time of creation, then random bits.
  `create function uuid_v7() returns uuid language sql volatile parallel safe as $$
    select encode(
      set_byte(set_byte(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send(micros / 1000) from 3) from 1 for 6),
        6, (112 | (micros % 1000 * 4096 / 1000 >> 8))::int),
        7, (micros % 1000 * 4096 / 1000 & 255)::int),
      'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
  $$`,

  // The same as fold() of domain/text.ts. unaccent() alone is only stable, since its dictionary could change.
  `create function fold(value text) returns text language sql immutable strict parallel safe as $$
    select trim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '\\s+', ' ', 'g'))
  $$`,

  `create table users (
    id uuid primary key default uuid_v7(),
    role text not null default 'Cliente' check (role in ('Administrador', 'Cliente', 'Marketing')),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    name text not null,
    lastname text not null default '',
    photo text not null default '',
    rut text not null default '',
    phone text not null default '',
    cellphone text not null default '',
    gender text not null default '' check (gender in ('', 'MASCULINO', 'FEMENINO')),
    birthdate date,
    search text not null generated always as (fold(name || ' ' || lastname)) stored,
    created_at timestamptz not null default now()
  )`,
  'create index users_by_role on users (role, id desc)',
  'create index users_by_search on users using gin (search gin_trgm_ops)',

  `create table sessions (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_end on sessions (expires_at)',

  `create table password_resets (
    token_hash bytea primary key,
    user_id uuid not null unique references users on delete cascade,
    expires_at timestamptz not null
  )`,

  `create table user_activity (
    id uuid primary key default uuid_v7(),
    user_id uuid references users on delete set null,
    name text not null,
    email text not null,
    role text not null,
    search text not null generated always as (fold(name || ' ' || role)) stored,
    created_at timestamptz not null default now()
  )`,
  'create index user_activity_by_user on user_activity (user_id)',
  'create index user_activity_by_search on user_activity using gin (search gin_trgm_ops)',

  `create table categories (
    id uuid primary key default uuid_v7(),
    name text not null check (name !~ '[,/]' and fold(name) <> 'all'),
    name_key text collate "C" not null unique generated always as (fold(name)) stored,
    status boolean not null default true
  )`,

  `create table suppliers (
    id uuid primary key default uuid_v7(),
    name text not null check (name !~ '[,/]' and fold(name) <> 'all'),
    name_key text collate "C" not null unique generated always as (fold(name)) stored,
    address text not null default '',
    contact text not null default '',
    phone text not null default '',
    status text not null default 'Activo' check (status in ('Activo', 'Inactivo'))
  )`,

  `create table user_interests (
    user_id uuid not null references users on delete cascade,
    category_id uuid not null references categories on delete cascade,
    primary key (user_id, category_id)
  )`,
  'create index user_interests_by_category on user_interests (category_id)',

  `create table products (
    id uuid primary key default uuid_v7(),
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
    search text not null default '',
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  "create unique index products_by_barcode on products (barcode) where barcode <> ''",
  'create index products_by_name on products (sort_key, id)',
  'create index products_by_category on products (category_id, sort_key, id)',
  'create index products_by_supplier on products (supplier_id, sort_key, id)',
  'create index products_by_search on products using gin (search gin_trgm_ops)',

  // The text that the shop searches (docs/product.md#search), stored in the row so that one index serves name, DCM, supplier,
  // category and barcode.
  `create function set_product_search() returns trigger language plpgsql as $$
    begin
      new.search := fold(concat_ws(' ', new.tradename, new.dcm, new.barcode,
        (select name from categories where id = new.category_id),
        (select name from suppliers where id = new.supplier_id)));
      return new;
    end $$`,
  `create trigger set_search before insert or update of tradename, dcm, barcode, category_id, supplier_id, search
    on products for each row execute function set_product_search()`,
  `create function touch_category_products() returns trigger language plpgsql as $$
    begin update products set search = '' where category_id = new.id; return null; end $$`,
  `create trigger touch_products after update of name on categories
    for each row when (old.name <> new.name) execute function touch_category_products()`,
  `create function touch_supplier_products() returns trigger language plpgsql as $$
    begin update products set search = '' where supplier_id = new.id; return null; end $$`,
  `create trigger touch_products after update of name on suppliers
    for each row when (old.name <> new.name) execute function touch_supplier_products()`,

  // The catalogue's vocabulary: a mistyped word is compared with some thousand words instead of every product. Without
  // numbers: a barcode must not be corrected to another barcode.
  'create table search_words (word text primary key)',
  'create index search_words_by_likeness on search_words using gin (word gin_trgm_ops)',
  `create function keep_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
        select distinct word from regexp_split_to_table(new.search, '[^[:alnum:]]+') word
        where length(word) between 3 and 60 and word ~ '[^0-9]'
        order by word
        on conflict do nothing;
      return null;
    end $$`,
  // An import inserts thousands of products: their words and counts are added per statement, not per row.
  `create function keep_new_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
        select distinct word from changed, regexp_split_to_table(search, '[^[:alnum:]]+') word
        where length(word) between 3 and 60 and word ~ '[^0-9]'
        order by word
        on conflict do nothing;
      return null;
    end $$`,
  `create trigger keep_words_of_new after insert on products referencing new table as changed
    for each statement execute function keep_new_search_words()`,
  `create trigger keep_words_of_changed after update on products
    for each row when (old.search <> new.search) execute function keep_search_words()`,

  // Maintained counts of products by category and supplier: the total of every filter is a sum over these few rows.
  `create table product_counts (
    category_id uuid not null references categories on delete cascade,
    supplier_id uuid not null references suppliers on delete cascade,
    products integer not null,
    primary key (category_id, supplier_id)
  )`,
  `create function count_new_products() returns trigger language plpgsql as $$
    begin
      insert into product_counts
        select category_id, supplier_id, count(*) from changed group by 1, 2 order by 1, 2
        on conflict (category_id, supplier_id) do update set products = product_counts.products + excluded.products;
      return null;
    end $$`,
  `create trigger count_new after insert on products referencing new table as changed
    for each statement execute function count_new_products()`,
  `create function recount_product() returns trigger language plpgsql as $$
    begin
      update product_counts set products = products - 1
        where category_id = old.category_id and supplier_id = old.supplier_id;
      if tg_op = 'UPDATE' then
        insert into product_counts values (new.category_id, new.supplier_id, 1)
          on conflict (category_id, supplier_id) do update set products = product_counts.products + 1;
      end if;
      return null;
    end $$`,
  `create trigger count_gone after delete on products for each row execute function recount_product()`,
  `create trigger count_moved after update of category_id, supplier_id on products for each row
    when (old.category_id <> new.category_id or old.supplier_id <> new.supplier_id) execute function recount_product()`,

  `create table cart_lines (
    user_id uuid not null references users on delete cascade,
    product_id uuid not null references products on delete cascade,
    quantity integer not null check (quantity > 0),
    added_at timestamptz not null default clock_timestamp(),
    primary key (user_id, product_id)
  )`,
  'create index cart_lines_by_product on cart_lines (product_id)',

  `create table orders (
    id uuid primary key default uuid_v7(),
    number integer not null unique generated by default as identity (start with 1001),
    user_id uuid not null references users,
    name text not null,
    last_name text not null,
    address text not null,
    city text not null,
    postal_code text not null,
    phone text not null,
    email text not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'cancelled')),
    payment text not null default '',
    total numeric(16, 2) not null check (total >= 0),
    idempotency_key text,
    search text not null generated always as (fold(name || ' ' || last_name || ' ' || number::text)) stored,
    created_at timestamptz not null default now(),
    unique (user_id, idempotency_key)
  )`,
  'create index orders_by_user on orders (user_id, number desc)',
  'create index orders_by_search on orders using gin (search gin_trgm_ops)',
  "create index orders_by_payment on orders (payment) where payment <> ''",
  // For the board: the day's orders, whose rows are stored together, and the orders without a payment proof.
  'create index orders_by_day on orders using brin (created_at)',
  "create index orders_without_proof on orders (number) where status = 'pending' and payment = ''",

  // Name, price and discount at the time of the order: later changes of the product don't change sold lines.
  `create table order_lines (
    order_id uuid not null references orders on delete cascade,
    position integer not null,
    product_id uuid not null references products,
    product_name text not null,
    price integer not null check (price >= 0),
    quantity integer not null check (quantity > 0),
    discount numeric(5, 2) not null check (discount between 0 and 100),
    total numeric(16, 2) not null check (total >= 0),
    primary key (order_id, position)
  )`,
  'create index order_lines_by_product on order_lines (product_id)',

  `create table form_requests (
    id uuid primary key default uuid_v7(),
    type_form text not null check (type_form in ('contact', 'prescription-book')),
    fullname text not null,
    email text not null,
    phone text not null default '',
    product text not null default '',
    message text not null,
    photo text not null default '',
    search text not null generated always as (fold(fullname || ' ' || product)) stored,
    created_at timestamptz not null default now()
  )`,
  'create index form_requests_by_search on form_requests using gin (search gin_trgm_ops)',
  "create index form_requests_by_photo on form_requests (photo) where photo <> ''",

  `create table carousel_images (
    id uuid primary key default uuid_v7(),
    photo text not null unique,
    name text not null,
    state boolean not null default true,
    position integer not null check (position > 0),
    unique (position) deferrable initially deferred
  )`,

  // Attempts in a window (docs/product.md#limits). A crash may lose them, so they need no write-ahead log.
  `create unlogged table rate_limits (
    key text primary key,
    attempts integer not null,
    resets_at timestamptz not null
  )`,

  // Maintained counts of the long lists. Each connection adds to its own slot, so that parallel orders don't wait for one
  // counter; the sum over the slots is the count.
  `create table row_counts (
    name text not null,
    slot integer not null,
    rows bigint not null,
    primary key (name, slot)
  )`,
  `create function add_to_row_count(counted text, change bigint) returns void language sql as $$
    insert into row_counts values (counted, pg_backend_pid() % 64, change)
      on conflict (name, slot) do update set rows = row_counts.rows + excluded.rows
  $$`,
  `create function keep_row_count() returns trigger language plpgsql as $$
    begin
      perform add_to_row_count(tg_table_name, (case tg_op when 'INSERT' then 1 else -1 end) * (select count(*) from changed));
      return null;
    end $$`,
  ...['orders', 'user_activity', 'form_requests'].flatMap((table) => [
    `create trigger keep_count_of_new after insert on ${table} referencing new table as changed
      for each statement execute function keep_row_count()`,
    `create trigger keep_count_of_gone after delete on ${table} referencing old table as changed
      for each statement execute function keep_row_count()`,
  ]),
  `create function keep_user_counts() returns trigger language plpgsql as $$
    begin
      perform add_to_row_count('users:' || role, (case tg_op when 'INSERT' then 1 else -1 end) * count(*))
        from changed group by role order by role;
      return null;
    end $$`,
  `create trigger keep_count_of_new after insert on users referencing new table as changed
    for each statement execute function keep_user_counts()`,
  `create trigger keep_count_of_gone after delete on users referencing old table as changed
    for each statement execute function keep_user_counts()`,
  `create function move_user_count() returns trigger language plpgsql as $$
    begin
      perform add_to_row_count('users:' || old.role, -1);
      perform add_to_row_count('users:' || new.role, 1);
      return null;
    end $$`,
  `create trigger move_count after update of role on users for each row
    when (old.role <> new.role) execute function move_user_count()`,
]
