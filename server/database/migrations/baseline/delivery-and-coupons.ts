/** Pick-up points, delivery zones with their communes, and coupons. */
export const deliveryAndCoupons = [
  `create table pickup_points (
    id uuid primary key default gen_random_uuid(),
    position integer not null,
    name text not null,
    address text not null,
    hours text not null,
    ready text not null,
    active boolean not null,
    created_at timestamptz not null default now()
  )`,
  `create table delivery_zones (
    id uuid primary key default gen_random_uuid(),
    position integer not null,
    name text not null,
    price integer not null check (price >= 0),
    free_from integer check (free_from > 0),
    days text not null,
    -- Whether it takes products of the cold chain.
    cold boolean not null,
    active boolean not null,
    created_at timestamptz not null default now(),
    unique (id, active)
  )`,
  // The copy of 'active' lets an index keep a commune in one active zone.
  `create table zone_communes (
    zone_id uuid not null,
    commune text not null,
    active boolean not null,
    primary key (zone_id, commune),
    foreign key (zone_id, active) references delivery_zones (id, active) on update cascade
  )`,
  'create unique index zone_communes_active on zone_communes (commune) where active',
  `create table coupons (
    id uuid primary key default gen_random_uuid(),
    code text not null,
    kind text not null check (kind in ('percent', 'amount', 'delivery')),
    value integer not null check (value >= 0),
    minimum integer,
    maximum integer,
    from_day date,
    until_day date,
    -- In all, and for each customer; null without a limit.
    uses integer,
    uses_per_customer integer,
    first_order boolean not null default false,
    -- Ids; one of a deleted category or laboratory matches nothing, and limits the code nevertheless.
    categories uuid[] not null default '{}',
    laboratories uuid[] not null default '{}',
    active boolean not null default true,
    created_at timestamptz not null default now(),
    constraint coupons_code_key unique (code)
  )`,
]
