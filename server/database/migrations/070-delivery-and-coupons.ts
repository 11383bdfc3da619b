import { type Kysely, sql } from 'kysely'

/** The version before this migration places orders without coupon and delivery option, and leaves their columns as they are. */
export const compatible = true

/** Delivery options, coupons, and the columns of both in orders. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
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
  `alter table orders
    add coupon_id uuid references coupons,
    add coupon_code text not null default '',
    add discount integer not null default 0 check (discount >= 0),
    add pickup_id uuid references pickup_points,
    add zone_id uuid references delivery_zones,
    -- As the order was placed; empty without a way of delivery.
    add delivery_name text not null default '',
    add delivery_commune text not null default '',
    add delivery_cost integer not null default 0 check (delivery_cost >= 0),
    -- Who picks the order up, where it isn't the customer.
    add recipient_name text not null default '',
    add recipient_rut text not null default '',
    add shipment text not null default 'waiting' check (shipment in ('waiting', 'ready', 'sent')),
    add courier text not null default '',
    add tracking text not null default '',
    add shipped_at timestamptz`,
  // The uses of a coupon are its orders that aren't cancelled.
  'create index orders_with_coupon on orders (coupon_id, user_id) where coupon_id is not null',
  `create index orders_by_shipment on orders (shipment, created_at, number) where status = 'pending'`,
  `alter table order_lines add coupon_discount integer not null default 0 check (coupon_discount >= 0)`,
  `alter table products add cold_chain boolean not null default false`,
]
