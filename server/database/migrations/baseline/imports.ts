/** Imports of workbooks: previews, the changes of each saved import, assigned columns, names and codes of lists without codes. */
export const imports = [
  `create table product_imports (
    id uuid primary key default uuid_v7(),
    state text not null check (state in ('preview', 'saved', 'refused', 'undone')),
    actor_id uuid references users on delete set null,
    actor_name text not null,
    file_name text not null,
    -- An ImportReport (contract/imports.ts) without the columns of this table.
    report jsonb not null,
    -- Copies of the report's counts, so that a list of imports doesn't unpack the reports.
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
    undone_at timestamptz,
    source text not null default 'person' check (source in ('person', 'folder', 'command')),
    -- Name, digest and time of the folder's file, until it is moved.
    open_file jsonb
  )`,
  'create index product_imports_by_actor on product_imports (actor_id)',
  'create index product_imports_open on product_imports (id) where open_file is not null',

  // The valid rows of a preview until it is saved: a table, so that no server holds all rows as one text.
  `create table product_import_rows (
    import_id uuid not null references product_imports on delete cascade,
    place integer not null,
    -- A ShownRow (server/features/imports/import-store.ts).
    content jsonb not null,
    primary key (import_id, place)
  )`,

  // The changes of a saved import to each product, to undo it.
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

  // The columns of products and of bank statements that people assigned by hand.
  `create table remembered_columns (
    kind text not null check (kind in ('products', 'statement')),
    -- The headings of the whole table; empty where a heading means the same in every file.
    layout text not null,
    column_key text not null,
    -- Empty for a column that is left out.
    field text not null,
    primary key (kind, layout, column_key)
  )`,

  // Products of lists without codes, which are recognised by name.
  `create table import_names (
    -- The digest of the list's headings.
    source text not null,
    -- Name, content and laboratory of a row, as domain/product-name.ts writes them.
    identity text not null,
    product_id uuid not null references products on delete cascade,
    primary key (source, identity)
  )`,
  'create index import_names_by_product on import_names (product_id)',
  // A number is never given twice, even if its product is deleted.
  `create table given_codes (
    number integer generated always as identity primary key,
    given_at timestamptz not null default now()
  )`,
]
